/**
 * Shapes of posts that are no story: support questions, beginners' asks, musings. Judged by the wording of the title alone,
 * and by the snippet where the title names nothing.
 */
const NEVER = /^(show|launch) hn\b/i;
const SUBJECT = '(there|it|this|that|anyone|anybody|someone|somebody|we|you|i|they|my|your|one)';
const AUXILIARY = '(do|does|did|is|are|was|were|am|can|could|should|would|will|has|have)';

const ASKS: readonly RegExp[] = [
  new RegExp(`^(how|what|why|where|when|which|who)('s| ${AUXILIARY})? ${SUBJECT}\\b`, 'i'),
  /^how to\b.{0,80}\?$/i,
  new RegExp(`^${AUXILIARY} ${SUBJECT}\\b`, 'i'),
  /^what('s| is| are) (your|the best way|you)\b/i,
  /^(everyone|everybody) (is|says|keeps)\b.{0,200}\bbut (do|are|can) (we|you|i)\b/i,
];
const HELP =
  /\b(need (some )?help|please help|help me|any (advice|recommendations|suggestions|tips)|looking for (advice|recommendations|suggestions|help)|where do i start|beginner question|newbie question|am i missing something|recommend me|how do i get started)\b/i;
const MUSING =
  /^(i (think|feel|believe|wonder|miss)\b|thoughts on\b|unpopular opinion\b|hot take\b|cmv\b|rant\b|just me or\b|petition to\b)/i;
const OTHER_LANGUAGES = /^¿|(吗|呢|嘛|么|求助|求推荐|请教)[\s?？。]*$|(か|ですか|でしょうか)[\s?？]*$|^(有没有|大家|请问|求助|求推荐)/u;
const ENDS_IN_QUESTION = /[?？؟]\s*$/u;

/** A capital beyond the first word, a digit, or Latin letters inside another script: something is named. */
function namesSomething(title: string): boolean {
  const words = title.split(/\s+/);
  const named = words.some(
    (word, index) =>
      /\d/.test(word) || /^[^\p{L}]*\p{Lu}[\p{L}\d]*\p{Lu}/u.test(word) || (index > 0 && /^[^\p{L}]*\p{Lu}\p{L}/u.test(word)),
  );
  return named || (/[^\p{Script=Latin}\P{L}]/u.test(title) && /[A-Za-z]{2}/.test(title));
}

function hasAskingShape(text: string): boolean {
  return HELP.test(text) || MUSING.test(text) || ASKS.some((shape) => shape.test(text));
}

export function isJunkShaped(title: string, snippet: string): boolean {
  const text = title.replace(/[‘’]/g, "'").trim();
  if (NEVER.test(text)) return false;
  const asked = text.replace(/^ask hn\s*[:–—-]?\s*/i, '');
  if (asked === '' || !/[\p{L}\p{N}]/u.test(asked)) return true;
  if (HELP.test(asked) || MUSING.test(asked)) return true;
  const named = namesSomething(asked);
  if (hasAskingShape(asked)) return !named || asked !== text || /^(how|is|are|can|does|do|should)\b/i.test(asked);
  if (named) return false;
  return ENDS_IN_QUESTION.test(asked) || OTHER_LANGUAGES.test(asked) || hasAskingShape(snippet.slice(0, 300).trim());
}
