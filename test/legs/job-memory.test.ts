import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openJob } from '../../src/journal/index.ts';
import { JobMemory } from '../../src/legs/job-memory.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const schema = z.strictObject({ n: z.number() });

it('a finding that does not fit counts as none, and what is kept in its place lasts', async () => {
  const directory = join(temporaryDirectory(), 'job');
  const first = await openJob(directory);
  await first.recordFinding('item', { n: 'no number' });
  const memory = new JobMemory(first, first.findings());
  expect(memory.read('item', schema)).toBeNull();
  await memory.keep('item', { n: 1 });
  await memory.keep('other', { n: 2 });
  await memory.fail('third', 'unreachable: no route');
  await first.close();
  const second = await openJob(directory);
  const after = new JobMemory(second, second.findings());
  expect([after.read('item', schema), after.read('other', schema), after.read('third', schema)]).toEqual([{ n: 1 }, { n: 2 }, null]);
  expect(after.readFailure('third')).toMatchObject({ attempts: 1, message: 'unreachable: no route' });
  expect(after.readFailure('other')).toBeNull();
  await second.close();
});
