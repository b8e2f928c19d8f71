import { canonicalIdOf } from '../domain/item.ts';
import type { Topic } from '../domain/topic.ts';

/** So many pages in common make two topics one story; one may be a link round-up. */
const SHARED_PAGES = 2;

/**
 * Folds one story under two names into its stronger topic, to a fixpoint: topics that share two pages of evidence, or whose
 * best comment is the very same one. The stronger keeps its name and says what it swallowed.
 */
export function fold(topics: readonly Topic[]): Topic[] {
  const kept: Topic[] = [];
  for (const topic of [...topics].sort(byScore)) {
    const index = kept.findIndex((stronger) => isSameStory(stronger, topic));
    const stronger = kept[index];
    if (stronger === undefined) kept.push(topic);
    else kept[index] = absorb(stronger, topic);
  }
  return kept.length === topics.length ? kept : fold(kept);
}

export function byScore(left: Topic, right: Topic): number {
  return right.score - left.score || (left.id < right.id ? -1 : 1);
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

/** Only the names travel: the stronger topic's own seeds go on deciding its strength and corroboration. */
function absorb(stronger: Topic, weaker: Topic): Topic {
  return { ...stronger, folded: [...stronger.folded, { id: weaker.id, name: weaker.name }, ...weaker.folded] };
}
