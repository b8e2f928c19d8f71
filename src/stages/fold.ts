import { canonicalIdOf } from '../domain/item.ts';
import type { Topic } from '../domain/topic.ts';

/** So many pages in common make two topics one story; one may be a link round-up. */
const SHARED_PAGES = 2;

/**
 * Folds one story under several names into its strongest topic: topics that share two pages of evidence, or whose best comment
 * is the very same one, and chains of such topics. The strongest keeps its name and says what it swallowed.
 */
export function fold(topics: readonly Topic[]): Topic[] {
  let stories: Story[] = [];
  for (const strongest of [...topics].sort(byScore)) {
    const same = stories.filter(({ members }) => members.some((member) => isSameStory(member, strongest)));
    const [first] = same;
    if (first === undefined) {
      stories.push({ strongest, members: [strongest] });
      continue;
    }
    const merged = { strongest: first.strongest, members: [...same.flatMap(({ members }) => members), strongest] };
    stories = stories.filter((story) => story === first || !same.includes(story)).map((story) => (story === first ? merged : story));
  }
  return stories.map(absorb);
}

/** Topics that proved to be one, at first only its strongest. */
interface Story {
  readonly strongest: Topic;
  readonly members: readonly Topic[];
}

/** Ties as the judge pool had them. */
export function byScore(left: Topic, right: Topic): number {
  return right.score - left.score || left.rank - right.rank;
}

function pagesOf({ seeds, research }: Topic): Set<string> {
  const evidence = research.status === 'researched' ? research.evidence : [];
  return new Set([...seeds.map((seed) => seed.item), ...evidence].map(canonicalIdOf));
}

function isSameStory(left: Topic, right: Topic): boolean {
  if (left.bestComment !== null && isSameComment(left.bestComment, right.bestComment)) return true;
  const ours = pagesOf(left);
  let shared = 0;
  for (const page of pagesOf(right)) if (ours.has(page)) shared += 1;
  return shared >= SHARED_PAGES;
}

function isSameComment(left: NonNullable<Topic['bestComment']>, right: Topic['bestComment']): boolean {
  return right !== null && left.source === right.source && left.author === right.author && left.text === right.text;
}

/** Only the names travel: the strongest topic's own seeds go on deciding its strength and corroboration. */
function absorb({ strongest, members }: Story): Topic {
  const weaker = members.filter((member) => member !== strongest).sort(byScore);
  return { ...strongest, folded: [...strongest.folded, ...weaker.flatMap(({ id, name, folded }) => [{ id, name }, ...folded])] };
}
