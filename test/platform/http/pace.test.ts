import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Pace, Pauses } from '../../../src/platform/http/pace.ts';
import { never } from './loopback.ts';

async function isAdmitted(turn: Promise<unknown>): Promise<boolean> {
  return await Promise.race([turn.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
}

describe('Pace', () => {
  it('admits two a host and six in all, first come first served among those that may go', async () => {
    const pace = new Pace({ perHostCount: 2, overallCount: 3 });
    const first = await pace.enter('a', never);
    await pace.enter('a', never);
    const third = pace.enter('a', never);
    const other = pace.enter('b', never);
    const last = pace.enter('b', never);
    expect([await isAdmitted(third), await isAdmitted(other), await isAdmitted(last)]).toEqual([false, true, false]);
    first();
    first();
    expect([await isAdmitted(third), await isAdmitted(last)]).toEqual([true, false]);
  });

  it('lets go of one whose signal fires, and of the signal', async () => {
    const pace = new Pace({ perHostCount: 1, overallCount: 1 });
    const leave = await pace.enter('a', never);
    const controller = new AbortController();
    const reason = new Error('enough');
    const waiting = pace.enter('a', controller.signal);
    const patient = new AbortController();
    const behind = pace.enter('a', patient.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(pace.enter('a', controller.signal)).rejects.toBe(reason);
    leave();
    expect(await isAdmitted(behind)).toBe(true);
    expect(getEventListeners(patient.signal, 'abort')).toEqual([]);
  });
});

describe('Pauses', () => {
  it('binds one host until its time, and is never shortened', () => {
    const pauses = new Pauses();
    pauses.set('a', 1000, 429);
    pauses.set('a', 500, 503);
    expect(pauses.read('a', 400)).toEqual({ leftMs: 600, status: 503 });
    expect(pauses.read('a', 1000)).toBeNull();
    expect(pauses.read('b', 400)).toBeNull();
  });
});
