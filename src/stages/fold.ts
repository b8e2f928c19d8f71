import { canonicalIdOf } from '../domain/item.ts';
import type { Topic } from '../domain/topic.ts';

/** So many pages in common make two topics one story; one may be a link round-up. */
const SHARED_PAGES = 2;

/**
 * Folds one story under several names into its strongest topic: topics that share two pages of evidence, or whose best comment
 * is the very same one, and chains of such topics. The strongest keeps its name and says what it swallowed.
 */
export function fold(topics: readonly Topic[]): Topic[] {
  const stories: Topic[][] = [];
  for (const topic of [...topics].sort(byScore)) {
    const [first, ...others] = stories.filter((story) => story.some((member) => isSameStory(member, topic)));
    if (first === undefined) {
      stories.push([topic]);
      continue;
    }
    first.push(...others.flat(), topic);
    for (const other of others) stories.splice(stories.indexOf(other), 1);
  }
  return stories.flatMap(([strongest, ...weaker]) => (strongest === undefined ? [] : absorb(strongest, weaker.sort(byScore))));
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
function absorb(strongest: Topic, weaker: readonly Topic[]): Topic {
  const names = weaker.flatMap(({ id, name, folded }) => [{ id, name }, ...folded]);
  return { ...strongest, folded: [...strongest.folded, ...names] };
}
