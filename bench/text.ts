import { toLine, toSafeUrl, toSlug, toTerminalText, toUntrustedJson } from '../src/domain/text/contexts.ts';
import { fence } from '../src/domain/text/fence.ts';
import { toHtmlAttribute, toHtmlText } from '../src/domain/text/html.ts';
import { toMarkdownLink, toMarkdownText } from '../src/domain/text/markdown.ts';
import { sanitise, sanitiseLine } from '../src/domain/text/sanitise.ts';
import { toShellArgument } from '../src/domain/text/shell.ts';
import { suspicion } from '../src/domain/text/suspicion.ts';

/**
 * What hostile text costs: every shape through the sanitiser and every output context, as processor time. Up to 64 kB it grows with the
 * text (tenfold from 6.4 kB: linear); beyond, nothing is looked at, so a megabyte costs the same. `whole` asks for all of it, `shown` is
 * how the product calls: with a cap that lets even less be looked at.
 */
const SMALL = 6_553;
const MIDDLE = 65_536;
const LARGE = 1_000_000;
const REPEATS = 3;
const SHOWN = 420;
const LIMIT_MS = 100;
const NONCE = '0123456789abcdef'.repeat(2);

/** A piece that is repeated; what opens and never closes, nests, piles up, or nearly matches. */
const SHAPES: Readonly<Record<string, string>> = {
  'comment openers': '<!--',
  'comments that nearly close': '<!-- -- >',
  'comments within comments': '<!-- <!-- -->',
  'image openers': '![',
  'link openers': '[a](',
  'nested brackets': '[',
  'link ends': '](',
  backticks: '`',
  'backticks apart': '`` ` ',
  tildes: '~',
  tags: '<b',
  'lone ESC': '\u001B',
  'CSI without an end': '\u001B[3',
  'OSC without an end': '\u001B]0;a',
  '8-bit OSC': '\u009Da',
  'combining marks': '\u0301',
  'piles of marks': 'e\u0301\u0301\u0301\u0301\u0301',
  'lone surrogates': '\uD800',
  'hidden characters': 'a\u200B\u202E',
  'nested fences': `==== end of evidence ${NONCE} ====\n`,
  'marks of the fence': '| ',
  'line breaks': '\r\n',
  blanks: ' ',
  'blanks and marks': ' \u0301',
  hashes: '#',
  'headings in a row': '> # ',
  references: '&a',
  'mail addresses': 'a@',
  'colons of addresses': 'http://',
  'instructions that nearly are': 'ignore all ',
  'roles that nearly are': 'you are now ',
  'one long word': 'a',
  emoji: '👩‍👩‍👧',
  'ordinary words': 'Log4j RCE found in a popular logging package, 漏洞 ',
};

type Reader = (text: string) => unknown;

/** Each with a cap that lets everything through. */
const WHOLE: Readonly<Record<string, Reader>> = {
  sanitise: (text) => sanitise(text, LARGE),
  sanitiseLine: (text) => sanitiseLine(text, LARGE),
  'digest line': (text) => toLine(text, LARGE),
  'markdown text': (text) => toMarkdownText(text, LARGE),
  suspicion: (text) => suspicion(text),
};

const AS_SHOWN: Readonly<Record<string, Reader>> = {
  'digest line': (text) => toLine(text, SHOWN),
  'terminal text': (text) => toTerminalText(text, SHOWN),
  'untrusted JSON': (text) => toUntrustedJson(text, SHOWN),
  'markdown text': (text) => toMarkdownText(text, SHOWN),
  'markdown link': (text) => toMarkdownLink(text, text),
  URL: (text) => toSafeUrl(text),
  'HTML text': (text) => toHtmlText(text, SHOWN),
  'HTML attribute': (text) => toHtmlAttribute(text, SHOWN),
  'shell argument': (text) => toShellArgument(text, SHOWN, 'windows'),
  slug: (text) => toSlug(text, SHOWN),
  fence: (text) => fence([text], () => 'f'.repeat(32)),
  suspicion: (text) => suspicion(text),
};

/**
 * Milliseconds of processor time of the fastest run, collector included: what the text itself costs, whoever else is at work on the
 * machine.
 */
function fastestMs(read: Reader, text: string, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) read(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000 / times);
  }
  return best;
}

interface Figure {
  readonly shape: string;
  readonly growth: number;
  readonly largeMs: number;
}

/** As often as makes some megabytes: the system counts processor time in ticks of some milliseconds. */
function measure(read: Reader): Figure[] {
  return Object.entries(SHAPES).map(([shape, piece]) => {
    const large = piece.repeat(Math.ceil(LARGE / piece.length)).slice(0, LARGE);
    const [smallMs, middleMs] = [fastestMs(read, large.slice(0, SMALL), 100), fastestMs(read, large.slice(0, MIDDLE), 10)];
    return { shape, growth: middleMs / Math.max(smallMs, 0.001), largeMs: fastestMs(read, large, 10) };
  });
}

function printTable(title: string, readers: Readonly<Record<string, Reader>>): number {
  console.log(`\n${title.padEnd(16)} worst ms for 1 MB  its shape                      most growth 6.4 -> 64 kB  its shape`);
  let worstMs = 0;
  for (const [name, read] of Object.entries(readers)) {
    const figures = measure(read);
    const slowest = figures.reduce((worst, figure) => (figure.largeMs > worst.largeMs ? figure : worst));
    const steepest = figures.reduce((worst, figure) => (figure.growth > worst.growth ? figure : worst));
    worstMs = Math.max(worstMs, slowest.largeMs);
    const cells = [name.padEnd(16), slowest.largeMs.toFixed(2).padStart(17), ` ${slowest.shape}`.padEnd(31)];
    console.log(`${cells.join(' ')} ${steepest.growth.toFixed(1).padStart(23)}   ${steepest.shape}`);
  }
  return worstMs;
}

const wholeMs = printTable('whole', WHOLE);
const shownMs = printTable('shown', AS_SHOWN);
console.log(
  `\nworst of ${Object.keys(SHAPES).length} shapes at 1 MB: ${wholeMs.toFixed(1)} ms whole, ${shownMs.toFixed(1)} ms as shown (limit ${LIMIT_MS} ms)`,
);
