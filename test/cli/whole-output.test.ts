import { describe, expect, it } from 'vitest';
import { AT } from '../support/build-item.ts';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { type AngleRow, type JudgmentRow, writeAngles, writeJudgments } from '../support/host.ts';
import { normalise } from '../support/normalise.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const judge = (row: JudgmentRow, index: number) => ({
  ...row,
  name: index === 0 ? 'Quillfish backdoor' : `Story ${index + 1}`,
  junk: index > 8,
  worth: 95 - 5 * index,
});
const angle = (row: AngleRow, index: number) =>
  index === 0 ? { ...row, podcast: 'How a broker was taken over.', hook: 'Your queue may not be yours.' } : row;

/** All that the three legs and a page of evidence print, as text and as JSON, from one round over the bundled responses. */
async function printAll(now: readonly string[]): Promise<Record<string, string>> {
  const store = temporaryDirectory();
  const flags = ['--mock', ...now, '--store', store];
  const one = await callProgram(['discover', '--nominate-only', ...flags]);
  const next = writeJudgments(one.stdout, judge);
  const two = await callPrinted(next);
  const last = writeAngles(two.stdout, angle);
  const three = await callPrinted(last);
  const id = /"id":"(n1-[0-9a-f]{4})"/.exec(one.stdout)?.[1] ?? '';
  const outputs = {
    'leg-1-text': one,
    'leg-2-text': two,
    'leg-3-text': three,
    'leg-2-json': await callPrinted(`${next} --json`),
    'leg-3-json': await callPrinted(`${last} --json`),
    'leg-3-markdown': await callPrinted(`${last} --emit md`),
    'show-text': await callProgram(['show', id, ...flags]),
    'show-json': await callProgram(['show', id, ...flags, '--json']),
    'oneshot-text': await callProgram(['discover', '--tier', 'shallow', ...flags]),
    'leg-1-json': await callProgram(['discover', '--nominate-only', '--json', ...flags]),
  };
  for (const [name, run] of Object.entries(outputs)) expect(run.code, `${name}: ${run.stderr}`).toBe(0);
  return Object.fromEntries(
    Object.entries(outputs).map(([name, run]) => [name, normalise(`${run.stdout}---- stderr\n${run.stderr}`, store)]),
  );
}

function readable(name: string, text: string): string {
  if (!name.endsWith('-json')) return text;
  const [document = '', rest = ''] = text.split('---- stderr\n');
  return `${JSON.stringify(JSON.parse(document), null, 2)}\n---- stderr\n${rest}`;
}

const withoutNow = (outputs: Record<string, string>) =>
  Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, text.replaceAll(' --now <time>', '')]));

describe('what a whole round prints', () => {
  let first: Promise<Record<string, string>> | null = null;
  const firstRound = () => {
    first ??= printAll(['--now', AT]);
    return first;
  };

  it('is exactly what is expected, leg by leg, as text and as JSON', async () => {
    for (const [name, text] of Object.entries(await firstRound())) {
      await expect(readable(name, text)).toMatchFileSnapshot(`expected/${name}.txt`);
    }
  });

  it('is the same to the byte in every run, except ids, nonces, times and paths', async () => {
    expect(await printAll(['--now', AT])).toEqual(await firstRound());
  });

  it('is the same whatever the clock says, since bundled responses count from it', async () => {
    expect(withoutNow(await printAll([]))).toEqual(withoutNow(await firstRound()));
  });
});
