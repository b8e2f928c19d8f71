import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** The folder of the replay server; null skips the suite, loudly. */
export function worldDirectory(): string | null {
  const directory = process.env['TRIVET_WORLD'];
  if (directory !== undefined && existsSync(join(directory, 'serve.mjs'))) return directory;
  console.warn('SKIPPED: the world suite needs TRIVET_WORLD, the folder that holds serve.mjs');
  return null;
}

const readySchema = z.object({ gateway: z.string() });

const logSchema = z.array(
  z.object({
    host: z.string(),
    path: z.string(),
    query: z.string(),
    status: z.number().nullable(),
    userAgent: z.string().nullable(),
    inFlight: z.number(),
    /** Epoch ms of the request's arrival. */
    startMs: z.number(),
    /** Epoch ms of the answer's end, or of the connection's; null while it is under way. */
    endMs: z.number().nullable(),
  }),
);
export type WorldLog = z.infer<typeof logSchema>;

export type Fault = { readonly kind: string } & Readonly<Record<string, string | number>>;

export interface World {
  readonly gateway: string;
  moveTo(at: string): Promise<void>;
  setFaults(faults: Readonly<Record<string, Fault>>): Promise<void>;
  clearFaults(): Promise<void>;
  readLog(): Promise<WorldLog>;
  /** Requests since the last call. */
  takeLog(): Promise<WorldLog>;
  /** Stops the whole server as it stands, its clock apart: no answer leaves it until it is thawed. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export async function startWorld(directory: string, at: string, { latencyMs = 0 } = {}): Promise<World> {
  const server = spawn(process.execPath, [join(directory, 'serve.mjs'), '--at', at, '--latency-ms', String(latencyMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout });
  const [line] = await once(lines, 'line');
  const { gateway } = readySchema.parse(JSON.parse(z.string().parse(line)));
  const control = async (method: string, name: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${gateway}/__control/${name}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`the world refused ${method} ${name}: ${await response.text()}`);
    return response.json();
  };
  return {
    gateway,
    moveTo: async (instant) => void (await control('POST', 'at', { at: instant })),
    setFaults: async (faults) => void (await control('POST', 'faults', faults)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    readLog: async () => logSchema.parse(await control('GET', 'log')),
    takeLog: async () => {
      const log = logSchema.parse(await control('GET', 'log'));
      await control('DELETE', 'log');
      return log;
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    stop: async () => {
      server.kill('SIGCONT');
      server.kill('SIGTERM');
      await once(server, 'close');
    },
  };
}
