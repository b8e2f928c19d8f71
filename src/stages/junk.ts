/**
 * Shapes of posts that are no story: support questions, beginners' asks, musings. Judged by the wording of the title alone,
 * and by the snippet where the title names nothing.
 */
const NEVER = /^(show|launch) hn\b/i;
const AUXILIARY = "(do|does|did|is|are|was|were|am|can|could|should|would|will|has|have)(n't)?";
const READERS = '(i|you|my|your|any ?one|anybody|someone|somebody)';
const WH = "(how|what|why|where|when|which|who)('s|'re)?";

/** Asked of the readers: no story, whatever it names. Without an auxiliary ("Why I left Google") it is a statement. */
const PERSONAL: readonly RegExp[] = [
  new RegExp(`^(${WH} )?${AUXILIARY} ${READERS}\\b`, 'i'),
  /^(how|what|which|where|who)\b[^?]{0,60}\b(should|do|can|could|would) (i|you)\b/i,
  /^(anyone|anybody)\b/i,
  /^how to\b.{0,80}\?$/i,
  /^what('s| is| are) (your|the best way|you)\b/i,
  /^why (does|do|is|are|did|won't|can't) my\b/i,
  /^(everyone|everybody) (is|says|keeps)\b.{0,200}\bbut (do|are|can) (we|you|i)\b/i,
];
/** Questions that may still be about something, if they name it. */
const GENERAL = new RegExp(`^(${WH} )?${AUXILIARY} (it|this|that|these|those|they|there|we|one|people|the|a|an)\\b`, 'i');
const HELP =
  /\b(need (some )?help|please help|help me|any (advice|recommendations|suggestions|tips)|looking for (advice|recommendations|suggestions|help)|where do i start|beginner question|newbie question|am i missing something|recommend me|how do i get started)\b/i;
const MUSING =
  /^(i (think|feel|believe|wonder|miss)\b|thoughts on\b|unpopular opinion\b|hot take\b|cmv\b|rant\b|just me or\b|petition to\b)/i;

/** The same in Spanish, Chinese and Japanese. */
const OTHER_PERSONAL: readonly RegExp[] = [
  /^¿?\s*(alguien|c[oó]mo (puedo|hago)|d[oó]nde puedo|qu[eé] me recom\p{L}+|necesito ayuda|ayuda con|puedo|debo|deber[ií]a)(?!\p{L})/iu,
  /^¿\s*c[oó]mo \p{L}+[aei]r(?!\p{L})/iu,
  /求助|求问|求推荐|求大佬|请教|请问|请推荐|大家|你们|各位|老哥|有没有|有推荐|推荐(吗|一下)|怎么办|值得买吗|帮我看/u,
  /教えて|おすすめ|オススメ|どうすれば|どうしたら|初心者です|助けて|皆さん|みなさん/u,
];
/** A Japanese headline may end in か without asking anything; the polite forms ask. */
const OTHER_GENERAL =
  /^¿|(吗|呢|嘛|么|怎么样|咋样|是什么)[\s?？。]*$|怎么|如何|为什么|为啥|哪里|哪些|哪个|是不是|能不能|((です|ます|ません|でしょう)か|かな)[\s?？。]*$/u;
const ENDS_IN_QUESTION = /[?？؟]\s*$/u;
const TRAILING_NOTE = /[([（][^)\]）]{1,24}[)\]）]$/u;

export function isJunkShaped(title: string, snippet: string): boolean {
  const text = toPlain(title);
  if (NEVER.test(text)) return false;
  const asked = text
    .replace(/^ask hn\s*[:–—-]?\s*/i, '')
    .replace(TRAILING_NOTE, '')
    .trimEnd();
  if (!/[\p{L}\p{N}]/u.test(asked) || isAskedOfReaders(asked)) return true;
  if (/^ask hn\b/i.test(text) && GENERAL.test(asked)) return true;
  if (namesSomething(asked)) return false;
  return isQuestion(asked) || hasAskingShape(toPlain(snippet.slice(0, 300)));
}

function toPlain(text: string): string {
  return text.replace(/[‘’]/g, "'").trim();
}

function isAskedOfReaders(text: string): boolean {
  return [HELP, MUSING, ...PERSONAL, ...OTHER_PERSONAL].some((shape) => shape.test(text));
}

function hasAskingShape(text: string): boolean {
  return isAskedOfReaders(text) || GENERAL.test(text);
}

function isQuestion(text: string): boolean {
  return ENDS_IN_QUESTION.test(text) || GENERAL.test(text) || OTHER_GENERAL.test(text);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const YEAR = /^\P{N}*(19|20)\d\d\P{N}*$/u;

/** A capital beyond the first word, inner capitals, or a digit that is no year; within Chinese or Japanese, a Latin word. */
function namesSomething(title: string): boolean {
  if (UNSPACED.test(title)) return /[A-Za-z]{2}/.test(title);
  return title.split(/\s+/).some((word, index) => {
    if (/\d/.test(word)) return !YEAR.test(word);
    return /\p{L}\p{Lu}/u.test(word) || (index > 0 && /^\P{L}*\p{Lu}\p{L}/u.test(word));
  });
}
