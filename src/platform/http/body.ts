import { PassThrough, type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { ExchangeError } from './exchange-error.ts';

export interface BodyLimits {
  readonly wireBytes: number;
  readonly bodyBytes: number;
  readonly ratio: number;
  readonly ratioFromBytes: number;
}

const DECODERS = new Map<string, () => Transform>([
  ['', () => new PassThrough()],
  ['identity', () => new PassThrough()],
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
]);

/** Counts on both sides of the decoder; undici's own maxResponseSize sees only the wire. */
class Meter {
  readonly #limits: BodyLimits;
  #wireCount = 0;
  #plainCount = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#wireCount === 0;
  }

  onWire(count: number): ExchangeError | null {
    this.#wireCount += count;
    return this.#wireCount > this.#limits.wireBytes ? new ExchangeError('too-large', 'the body was too large on the wire') : null;
  }

  onPlain(count: number): ExchangeError | null {
    this.#plainCount += count;
    if (this.#plainCount > this.#limits.bodyBytes) return new ExchangeError('too-large', 'the body was too large once decompressed');
    const isBomb = this.#plainCount > this.#limits.ratioFromBytes && this.#plainCount > this.#wireCount * this.#limits.ratio;
    return isBomb ? new ExchangeError('too-large', 'the body was compressed beyond belief') : null;
  }
}

function toWireMeter(meter: Meter): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const error = meter.onWire(chunk.length);
      if (error) done(error);
      else done(null, chunk);
    },
  });
}

const FIRST_BYTES = 65_536;

/** Bytes in one piece from the start: a list of pieces would cost a hundred times what a stranger sends byte by byte. */
class Collector {
  #bytes = Buffer.alloc(0);
  #count = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#count);
  }

  add(chunk: Buffer): void {
    const neededCount = this.#count + chunk.length;
    if (neededCount > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, neededCount, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#count);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#count);
    this.#count = neededCount;
  }
}

function toSink(meter: Meter, collector: Collector): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const error = meter.onPlain(chunk.length);
      if (error === null) collector.add(chunk);
      done(error);
    },
  });
}

/**
 * The decoded bytes of a body with at most one content coding. Throws ExchangeError `too-large` or `encoding`, or what the
 * streams threw; in every case all streams are destroyed, so nothing more is read from the wire.
 */
export async function readBody(
  body: Readable,
  coding: string,
  { limits, signal }: { limits: BodyLimits; signal: AbortSignal },
): Promise<Buffer> {
  const openDecoder = DECODERS.get(coding.trim().toLowerCase());
  if (openDecoder === undefined) {
    body.on('error', () => undefined).destroy();
    throw new ExchangeError('encoding', 'the body has a content coding that was not asked for');
  }
  const meter = new Meter(limits);
  const collector = new Collector();
  try {
    await pipeline(body, toWireMeter(meter), openDecoder(), toSink(meter, collector), { signal });
  } catch (error) {
    // A decoder calls zero bytes damaged, yet a 304 or an empty 200 may well name a coding.
    if (meter.isEmpty && error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR') return Buffer.alloc(0);
    throw error;
  }
  return collector.bytes;
}
