/**
 * A node:fs that counts the calls which touch the disk and fails chosen ones. Use:
 * `vi.mock('node:fs', async (original) => (await import('./faulty-fs.ts')).faultyFs(await original()))`.
 */
type Fs = typeof import('node:fs');

/** Fail call number `at` (from 1), or with `onward` that one and all that follow, which leaves the disk as a kill would. */
export interface FaultPlan {
  readonly at: number;
  readonly errno: string;
  readonly onward: boolean;
  /** A failing write first writes half of its bytes. */
  readonly torn?: boolean;
  /** The call is carried out and fails all the same, as when another process did it first. */
  readonly late?: boolean;
  /** Only calls of this name count. */
  readonly only?: string;
}

const state = {
  plans: [] as FaultPlan[],
  counts: [] as number[],
  calls: [] as string[],
  fired: 0,
  armed: false,
  shortBytes: Number.POSITIVE_INFINITY,
};
const paths = new Map<number, string>();

/** Runs `act` under the plans; returns the calls made (temporaries shown as `TMP`), what was thrown, and how many calls were failed. */
export function underFaults(
  plans: FaultPlan | readonly FaultPlan[] | null,
  act: () => void,
): { calls: string[]; thrown: unknown; fired: number } {
  Object.assign(state, { plans: [plans ?? []].flat(), counts: [], calls: [], fired: 0, armed: true });
  let thrown: unknown = null;
  try {
    act();
  } catch (error) {
    thrown = error;
  } finally {
    state.armed = false;
  }
  return { calls: state.calls, thrown, fired: state.fired };
}

/** Makes every write take at most this many bytes while `act` runs; 0 makes no progress. */
export function underShortWrites(bytes: number, act: () => void): void {
  state.shortBytes = bytes;
  try {
    act();
  } finally {
    state.shortBytes = Number.POSITIVE_INFINITY;
  }
}

function toLabel(path: unknown): string {
  const name = String(typeof path === 'number' ? paths.get(path) : path);
  return name.endsWith('.tmp') ? 'TMP' : (name.split('/').at(-1) ?? name);
}

/** The plan by which this call has to fail, if any. Every plan counts every call, so that they can be read independently. */
function reached(name: string, subject: unknown): FaultPlan | undefined {
  if (!state.armed) return undefined;
  state.calls.push(`${name} ${toLabel(subject)}`);
  const hits = state.plans.filter((plan, index) => {
    if (plan.only !== undefined && plan.only !== name) return false;
    const count = (state.counts[index] ?? 0) + 1;
    state.counts[index] = count;
    return plan.onward ? count >= plan.at : count === plan.at;
  });
  if (hits.length > 0) state.fired += 1;
  return hits[0];
}

function failure(name: string, plan: FaultPlan): Error {
  return Object.assign(new Error(`${plan.errno}: injected into ${name}`), { code: plan.errno, errno: -1, syscall: name });
}

export function faultyFs(real: Fs): Record<string, unknown> {
  const plain =
    (name: string, call: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      const plan = reached(name, args[0]);
      if (plan === undefined) return call(...args);
      if (plan.late === true) call(...args);
      throw failure(name, plan);
    };
  return {
    ...real,
    default: real,
    openSync: (path: string, flags: number, mode?: number) => {
      const plan = reached('open', path);
      if (plan !== undefined) throw failure('open', plan);
      const fd = real.openSync(path, flags, mode);
      paths.set(fd, path);
      return fd;
    },
    writeSync: (fd: number, bytes: Uint8Array, offset: number, length: number) => {
      const plan = reached('write', fd);
      if (plan === undefined) return real.writeSync(fd, bytes, offset, Math.min(length, state.shortBytes));
      if (plan.torn === true) real.writeSync(fd, bytes, offset, Math.floor(length / 2));
      throw failure('write', plan);
    },
    closeSync: (fd: number) => {
      const plan = reached('close', fd);
      real.closeSync(fd);
      if (plan !== undefined) throw failure('close', plan);
    },
    fsyncSync: plain('fsync', real.fsyncSync),
    fdatasyncSync: plain('fdatasync', real.fdatasyncSync),
    ftruncateSync: plain('ftruncate', real.ftruncateSync),
    renameSync: plain('rename', real.renameSync),
    linkSync: plain('link', real.linkSync),
    unlinkSync: plain('unlink', real.unlinkSync),
    mkdirSync: plain('mkdir', real.mkdirSync),
    chmodSync: plain('chmod', real.chmodSync),
  };
}
