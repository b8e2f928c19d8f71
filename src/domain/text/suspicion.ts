import { sanitise } from './sanitise.ts';

/** What about a text deserves the reader's caution; a neutral remark, never a verdict, and nothing is dropped for it. */
export interface Suspicion {
  /** Characters or comments no reader would have seen. */
  readonly hidden: boolean;
  /** Addressed to a model rather than to people. */
  readonly instruction: boolean;
  /** Made to look like the fence, or like the end of a tool's answer. */
  readonly fenceLike: boolean;
}

/** UTF-16 units that are looked at. */
const INPUT_CAP = 16_384;

/** Emoji and scripts that need joiners use them singly; these have no such use, or stand where a script would not put them. */
const HIDDEN: readonly RegExp[] = [
  /(?![\s\u0080-\u009F])\p{Cc}|[\u0090\u009B\u009D]/u,
  /[\u202A-\u202E\u2066-\u2069]/,
  /[A-Za-z][\u200B-\u200D\u2060\uFEFF][A-Za-z]/,
  /[\u200B-\u200F\u2060-\u2064\uFEFF\u00AD]{3}/,
  /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}/u,
  /[\u{E0000}-\u{E007F}\u{F0000}-\u{10FFFD}]/u,
  /[\u115F\u1160\u2800\u3164\uFFA0]/,
  /<!--/,
];
/** England, Scotland, Wales: the one honest use of tag characters. */
const REGION_FLAG = /\u{1F3F4}[\u{E0061}-\u{E007A}]{5}\u{E007F}/gu;

const INSTRUCTION: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|every|everything|of|the|your|my|these|those|please) ){0,4}(?:previous|prior|preceding|earlier|above|foregoing|system|safety) (?:\w+ )?(?:instructions?|prompts?|rules(?! of)|directions?|directives?|guidelines?|messages?|commands?|context)\b/,
  /\b(?:ignore|disregard|forget) (?:all |everything |anything |all of )?(?:the )?(?:above|foregoing)(?= ?[.,;:!)\]]|$| and\b)/m,
  /\b(?:ignore|disregard|forget) (?:all |any )?(?:of )?(?:your|these|those) (?:instructions|rules|guidelines|directives|training)\b/,
  /\b(?:reveal|print|show|repeat|output|display|leak|dump|tell me|give me|send) (?:me )?(?:the|your) (?:full |entire |hidden |initial |secret )?(?:system|initial|hidden) (?:prompt|instructions|message)\b/,
  /\b(?:your|new|updated|override|end of) (?:the )?system (?:prompt|message|instructions?)\b/,
  /\bsystem (?:prompt|message|override|instructions?) ?[:\]=]/,
  /\byou are (?:now|no longer) (?:an? |the |in |acting|operating|bound|restricted|dan\b|free (?:of|from)\b|going to (?:act|be|behave|ignore))/,
  /\b(?:new|updated|your|real|actual) (?:instructions?|task|orders?)(?: from \w+)? ?:/,
  /\b(?:do not|don't|without|never) (?:tell|telling|inform|informing|alert|alerting|notify|notifying) (?:this to )?(?:the user|your user|the human)\b/,
  /\bas an? (?:ai|llm)(?: language)?(?: model| assistant| agent)?,? you (?:must|should|will|are|have to)\b/,
  /\b(?:ai|llm|language model)s?(?: agents?| assistants?)? reading this\b/,
  /<\|\w{1,32}\|?>|\[\/?inst\]|<<\/?sys>>/,
  /<\/?(?:system|assistant|tool_result|tool_results|tool_call|tool_use|function_results?|function_calls?|system-reminder|instructions|antml)[ :>]/,
  /^#{2,4} ?(?:instructions?|system|human|assistant|user|response) ?:/m,
  /\n ?(?:system|assistant|human|user|developer) ?:/,
  /"(?:junk|worth|bundleid|judgments)" ?:/,
  /忽略(?:之前|以上|先前|上述|前面|所有|全部|你)的?(?:所有|全部|一切)?的?(?:指令|指示|提示|说明|命令)/,
  /(?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令|プロンプト)を(?:無視|忘れ)/,
  /\bignora (?:todas )?(?:las )?instrucciones (?:anteriores|previas)\b/,
  /\b(?:ignore|ignorez|oublie|oubliez) (?:toutes )?les instructions (?:precedentes|ci-dessus)\b/,
  /\b(?:ignoriere|ignorieren sie|vergiss) (?:alle )?(?:die )?(?:vorherigen|bisherigen|obigen|vorigen) (?:anweisungen|instruktionen|befehle)\b/,
  /игнорируй(?:те)? (?:все )?(?:предыдущие|прошлые|прежние) (?:инструкции|указания)/,
];
/** Shouted at the very beginning, where a title may well say "System: ...". */
const SHOUTED_ROLE = /^\s{0,8}(?:SYSTEM|ASSISTANT|HUMAN)\s{0,4}:/;

const FENCE_LIKE: readonly RegExp[] = [
  /(?:==|---|\*\*\*|___|~~) ?(?:begin |start |end |of ){0,3}evidence\b/,
  /\bevidence [0-9a-f]{32}\b/,
  /\bstrangers['’]? ?text has ended\b/,
  /<\/(?:untrusted|evidence|document|context|tool_result|tool_results|function_results|search_results?)[\w-]{0,32} ?>/,
];

/** Look-alikes after lower-casing and decomposition: Cyrillic, Greek, Armenian and dotless letters, and what passes for `=`. */
const LOOK_ALIKES = new Map(
  [
    ['аɑα', 'a'],
    ['вʙ', 'b'],
    ['сϲ', 'c'],
    ['ԁ', 'd'],
    ['еєε', 'e'],
    ['ɡ', 'g'],
    ['һнհ', 'h'],
    ['іıι', 'i'],
    ['јϳ', 'j'],
    ['кκ', 'k'],
    ['ӏ', 'l'],
    ['м', 'm'],
    ['пոη', 'n'],
    ['оοօσ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['г', 'r'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['սυ', 'u'],
    ['νѵ', 'v'],
    ['ԝω', 'w'],
    ['хχ', 'x'],
    ['уγ', 'y'],
    ['═᐀゠꓿≡', '='],
    ['‹〈', '<'],
    ['›〉', '>'],
    ['‘’ʼ', "'"],
  ].flatMap(([from = '', to = '']) => [...from].map((letter): [string, string] => [letter, to])),
);

/** Looks at raw text for hiding, for addressing a model, and for forged fences; made for very few false alarms on ordinary titles. */
export function suspicion(text: string): Suspicion {
  const head = text.slice(0, INPUT_CAP);
  const shown = sanitise(head, INPUT_CAP);
  const lined = [lowered(shown.normalize('NFKC').replaceAll('‹', '<')), lowered(folded(shown))];
  const readings = lined.flatMap((reading) => [reading, reading.replaceAll('\n', ' ')]);
  return {
    hidden: matchesAny(HIDDEN, [head.replace(REGION_FLAG, '')]),
    instruction: SHOUTED_ROLE.test(shown) || matchesAny(INSTRUCTION, readings),
    fenceLike: matchesAny(FENCE_LIKE, readings),
  };
}

function matchesAny(patterns: readonly RegExp[], readings: readonly string[]): boolean {
  return patterns.some((pattern) => readings.some((reading) => pattern.test(reading)));
}

function lowered(text: string): string {
  return text.toLowerCase().replace(/[^\S\n]+/g, ' ');
}

/** As the eye reads it: full-width and mathematical letters, accents and look-alikes brought back to plain ones. */
function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return Array.from(plain, (letter) => LOOK_ALIKES.get(letter) ?? letter).join('');
}
