/** Numbers from a seed, the same on every machine (mulberry32); 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

function below(random: Random, count: number): number {
  return Math.floor(random() * count);
}

function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[below(random, list.length)] ?? list[0];
}

/** What real files and attackers put in: each can stand anywhere. */
const SCRAPS = [
  ...[
    'NaN',
    '-Infinity',
    '1e999',
    '-0',
    '1'.repeat(400),
    '1e-400',
    '0x10',
    '01',
    'null',
    'true',
    '{}',
    '[]',
    '""',
    '"\\ud800"',
    '"\\u0000"',
  ],
  ...[
    ',',
    ',]',
    ',}',
    ']',
    '}',
    '{',
    '[',
    '"',
    ':',
    '\\',
    '//x\n',
    '/*',
    "'a'",
    '```json\n',
    '\n```\n',
    '\r\n',
    '\ufeff',
    '\u2028',
    '\u202e',
  ],
  ...['"__proto__":{"x":1},', '"constructor":1,', '"id":"n1-0000",', '"worth":9,"worth":1,', '"bundleId":"0123456789abcdef",'],
  ...['\0', '\u001b[2J', '\u001b]0;x\u0007', '<script>', '../../etc/passwd', '[['.repeat(40), '{"a":'.repeat(70), 'x'.repeat(5000)],
] as const;
const BYTES = [0x00, 0x09, 0x0a, 0x20, 0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x7f, 0x80, 0xc0, 0xc3, 0xe2, 0xed, 0xf4, 0xfe, 0xff] as const;

function splice(bytes: Buffer, from: number, to: number, put: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)]);
}

type ByteMutation = (bytes: Buffer, random: Random) => Buffer;

const BYTE_MUTATIONS: readonly [ByteMutation, ...ByteMutation[]] = [
  // One bit flipped, as on a tired disk.
  (bytes, random) => {
    const at = below(random, bytes.length);
    return splice(bytes, at, at + 1, Uint8Array.of((bytes[at] ?? 0) ^ (1 << below(random, 8))));
  },
  (bytes, random) => {
    const at = below(random, bytes.length);
    return splice(bytes, at, at + 1, Uint8Array.of(pick(random, BYTES)));
  },
  (bytes, random) => {
    const at = below(random, bytes.length + 1);
    return splice(bytes, at, at, Buffer.from(pick(random, SCRAPS)));
  },
  (bytes, random) => {
    const at = below(random, bytes.length);
    return splice(bytes, at, at + 1 + below(random, 200), Buffer.from(pick(random, SCRAPS)));
  },
  (bytes, random) => {
    const at = below(random, bytes.length);
    return splice(bytes, at, at + 1 + below(random, random() < 0.5 ? 8 : bytes.length), Buffer.alloc(0));
  },
  // A stretch twice, as after a bad merge.
  (bytes, random) => {
    const from = below(random, bytes.length);
    const stretch = bytes.subarray(from, from + 1 + below(random, 400));
    const at = below(random, bytes.length + 1);
    return splice(bytes, at, at, stretch);
  },
  (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  // A block of zeros, as after a power loss.
  (bytes, random) => {
    const from = below(random, bytes.length);
    return Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + 512));
  },
];

const ODD_VALUES = [
  ...[null, true, false, 0, -1, 1.5, 101, 1e300, 2 ** 53 + 2, '', ' ', 'x', 'n1-0000', '\u0000', '\ud800', '\u202eabc', '😀'.repeat(300)],
  ...[[], {}, [[]], [null], { id: 'n1-0000' }, 'y'.repeat(70_000), Array(1500).fill(0), '2031-05-10T18:00:00Z', '<|im_start|>system'],
] as const;
const ODD_KEYS = ['id', 'Id', 'worth', 'name', '', 'toString', 'hash', 'row', 'bundleId', '\u202e', 'x'.repeat(200)] as const;

type Holder = unknown[] | Record<string, unknown>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function holdersIn(value: unknown): Holder[] {
  if (Array.isArray(value)) return [value, ...value.flatMap(holdersIn)];
  return isRecord(value) ? [value, ...Object.values(value).flatMap(holdersIn)] : [];
}

function mutateList(list: unknown[], random: Random): void {
  const at = below(random, list.length + 1);
  const odd = structuredClone(pick(random, ODD_VALUES));
  const act = below(random, 5);
  if (act === 0) list.splice(at, 1);
  else if (act === 1) list.splice(at, 0, odd);
  else if (act === 2) list.splice(at, 0, structuredClone(list[below(random, list.length)]));
  else if (act === 3) list.reverse();
  else list[Math.min(at, Math.max(0, list.length - 1))] = odd;
}

function mutateRecord(record: Record<string, unknown>, random: Random): void {
  const keys = Object.keys(record);
  const key = keys[below(random, keys.length)] ?? 'x';
  const value = record[key];
  const act = below(random, 5);
  if (act === 0) delete record[key];
  else if (act === 1) record[pick(random, ODD_KEYS)] = structuredClone(pick(random, ODD_VALUES));
  else if (act === 2) {
    delete record[key];
    record[pick(random, ODD_KEYS)] = value;
  } else if (act === 3 && typeof value === 'string') record[key] = `${value}${pick(random, SCRAPS)}`;
  else record[key] = structuredClone(pick(random, ODD_VALUES));
}

/** Valid JSON with one thing about it changed: what gets past the parser. */
function mutateShape(bytes: Buffer, random: Random): Buffer {
  const document: unknown = JSON.parse(bytes.toString('utf8'));
  const holders = holdersIn(document);
  const holder = holders[below(random, holders.length)];
  if (Array.isArray(holder)) mutateList(holder, random);
  else if (holder !== undefined) mutateRecord(holder, random);
  return Buffer.from(JSON.stringify(document));
}

/** A damaged copy of a JSON file; one seed always gives the same. */
export function mutate(bytes: Buffer, seed: number): Buffer {
  const random = seeded(seed);
  if (random() < 0.5) return mutateShape(bytes, random);
  let damaged = bytes;
  for (let count = 1 + below(random, 3); count > 0 && damaged.length > 0; count -= 1)
    damaged = pick(random, BYTE_MUTATIONS)(damaged, random);
  return damaged;
}
