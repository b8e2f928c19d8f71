import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { readDigest, writeAngles, writeJudgments } from '../support/host.ts';
import { runCli, runPrinted } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const NOW = '2031-05-10T18:00:00Z';
/** Three processes one after another: a busy machine may take long to start each. */
const SLOW_MACHINE_MS = 120_000;

function briefName(digest: string): string {
  return `${NOW.slice(0, 10)}-global-${/bundle (\w{16}),/.exec(digest)?.[1]}`;
}

describe('a host that follows the printed words alone gets to the brief', () => {
  it(
    'in real processes, from another directory, with a store whose name a shell would break',
    async () => {
      const store = join(temporaryDirectory(), 'it\'s a $(store) "of" mine; & co');
      const cwd = temporaryDirectory();
      const one = await runCli(['discover', '--nominate-only', '--mock', '--now', NOW, '--store', store]);
      expect(one.code, one.stderr).toBe(0);
      const toResume = writeJudgments(one.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 90 - index }));
      const two = await runPrinted(toResume, { cwd });
      expect(two.code, two.stderr).toBe(0);
      const toFinalize = writeAngles(two.stdout, (row, index) => ({ ...row, hook: index === 0 ? 'Your queue may not be yours.' : '' }));
      const three = await runPrinted(toFinalize, { cwd });
      expect(three.code, three.stderr).toBe(0);
      expect(three.stdout).toMatch(/^1\. Story 1$/m);
      expect(three.stdout).toContain('Your queue may not be yours.');
      expect(one.stderr).toBe('trivet: sweep: 5 sources\ntrivet: cluster: 150 items\ntrivet: nominate: 15 nominations\n');
      expect(two.stderr).toMatch(/^trivet: judge: 15 judgments\ntrivet: research: \d topics\n$/);
      const saved = ['md', 'json'].map((extension) => `${join(realpathSync(store), 'briefs', briefName(one.stdout))}.${extension}`);
      expect(three.stderr).toMatch(/^trivet: brief: \d topics\ntrivet: saved: [^\n]+\n$/);
      expect(three.stderr).toContain(`\ntrivet: saved: ${saved.join(' ')}\n`);
    },
    SLOW_MACHINE_MS,
  );

  it('without angles too, by the other printed command', async () => {
    const store = temporaryDirectory();
    const one = await callProgram(['discover', '--nominate-only', '--mock', '--now', NOW, '--store', store]);
    const { path } = readDigest(one.stdout);
    writeJudgments(one.stdout, (row) => ({ ...row, name: 'A story', worth: 60 }));
    const two = await callProgram(['discover', '--judgments', path, '--mock', '--now', NOW, '--store', store]);
    const plain = /without them run: (.+)$/m.exec(two.stdout)?.[1] ?? '';
    const three = await callPrinted(plain);
    expect(three.code, three.stderr).toBe(0);
    expect(three.stdout).toMatch(/^1\. /m);
  });

  it('with the judgments and angles piped in', async () => {
    const store = temporaryDirectory();
    const one = await callProgram(['discover', '--nominate-only', '--mock', '--now', NOW, '--store', store]);
    const flags = ['--mock', '--now', NOW, '--store', store];
    const two = await runCli(['discover', '--judgments', '-', ...flags], { stdin: `\ufeff${readDigest(one.stdout).template}` });
    expect(two.code, two.stderr).toBe(0);
    const angles = readDigest(two.stdout).template.replace('"hook":""', '"hook":"Piped in."');
    const stdin = Readable.from([Buffer.from(angles)]);
    const three = await callProgram(['discover', '--finalize', '--angles', '-', ...flags], { stdin });
    expect(three.code, three.stderr).toBe(0);
    expect(three.stdout).toContain('Piped in.');
  });
});

describe('a printed command', () => {
  const partsOf = (command: string) => command.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];

  it.each([
    ['what was given', ['--mock', '--now', NOW], ['--mock', '--now', NOW]],
    [
      'the gateway, though mock does not use it',
      ['--mock', '--gateway', 'http://127.0.0.1:9/'],
      ['--mock', '--gateway', 'http://127.0.0.1:9'],
    ],
    ['nothing that was not', ['--mock', '--quiet', '--tier', 'shallow', '--strict'], ['--mock']],
  ])('is one line, absolute, and repeats %s', async (_, given, repeated) => {
    const store = realpathSync(temporaryDirectory());
    const one = await callProgram(['discover', '--nominate-only', ...given, '--store', store]);
    const { path, next } = readDigest(one.stdout);
    expect(next).not.toContain('\n');
    expect(partsOf(next).slice(4)).toEqual(['discover', '--judgments', path, '--store', store, ...repeated]);
    for (const part of [partsOf(next)[0], partsOf(next)[3], path, store]) expect(part).toMatch(/^\//);
    const more = /More of one: (.+)$/m.exec(one.stdout)?.[1] ?? '';
    expect(partsOf(more).slice(4)).toEqual(['show', expect.stringMatching(/^n1-[0-9a-f]{4}$/), '--store', store, ...repeated]);
  });

  it('names the store TRIVET_STORE and the gateway TRIVET_GATEWAY named, for a shell that may not know them', async () => {
    const store = realpathSync(temporaryDirectory());
    const env = { TRIVET_STORE: store, TRIVET_GATEWAY: 'http://127.0.0.1:9' };
    const { next } = readDigest((await callProgram(['discover', '--nominate-only', '--mock'], { env })).stdout);
    expect(partsOf(next).slice(-5)).toEqual(['--store', store, '--mock', '--gateway', 'http://127.0.0.1:9']);
  });

  it('makes a relative store absolute', async () => {
    const store = temporaryDirectory();
    mkdirSync(join(store, 'inner'));
    const relative = `${store}/inner/../outer`;
    const { next } = readDigest((await callProgram(['discover', '--nominate-only', '--mock', '--store', relative])).stdout);
    expect(partsOf(next)).toContain(join(store, 'outer'));
  });
});
