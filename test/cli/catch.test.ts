import { describe, expect, it } from 'vitest';
import { catchFaults } from '../../src/cli/catch.ts';
import { FaultError } from '../../src/domain/fault.ts';

function caught(error: unknown, { json = false, debug = false } = {}) {
  const output = { out: '', err: '' };
  const streams = {
    out: (text: string) => {
      output.out += text;
    },
    err: (text: string) => {
      output.err += text;
    },
  };
  return { exit: catchFaults(error, { json, debug }, streams), ...output };
}

describe('the one catch', () => {
  it('lets a fault speak for itself, with its own exit code', () => {
    const fault = new FaultError('E_STORE_BUSY', 'another leg holds the store', 'wait');
    expect(caught(fault)).toEqual({ exit: 4, out: '', err: 'trivet: E_STORE_BUSY: another leg holds the store\nremedy: wait\n' });
    expect(JSON.parse(caught(fault, { json: true }).out)).toEqual({
      ...{ ok: false, code: 'E_STORE_BUSY', message: 'another leg holds the store', remedy: 'wait', retryable: true, exit: 4 },
    });
  });

  it.each([[new Error('a \u001b[31mred\nsurprise')], ['a \u001b[31mred\nsurprise']])(
    'calls anything else a bug: exit 1, one clean line, no stack trace',
    (error) => {
      const { exit, out, err } = caught(error);
      expect({ exit, out }).toEqual({ exit: 1, out: '' });
      expect(err).toMatch(/^trivet: E_UNEXPECTED: a .*red surprise\nremedy: this is a bug: .+--debug.+\n$/);
      expect(err).not.toContain('\u001b');
    },
  );

  it('shows the stack trace of a bug under --debug alone', () => {
    expect(caught(new Error('surprise'), { debug: true }).err).toMatch(/\n\s+at /);
    expect(caught(new FaultError('E_USAGE', 'x', 'y'), { debug: true }).err).not.toMatch(/\n\s+at /);
    expect(caught('surprise', { debug: true }).err).not.toMatch(/\n\s+at /);
  });

  it('prints a bug as a document too', () => {
    expect(JSON.parse(caught(new Error('surprise'), { json: true }).out)).toMatchObject({
      ok: false,
      code: 'E_UNEXPECTED',
      exit: 1,
      retryable: false,
    });
  });
});
