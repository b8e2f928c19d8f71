import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { readFindings } from '../../src/journal/index.ts';
import type { World, WorldLog } from './world-server.ts';

type Entry = WorldLog[number];

const HOST_OF = new Map([
  ['hackernews', 'hn.algolia.com'],
  ['lobsters', 'lobste.rs'],
  ['reddit', 'www.reddit.com'],
]);

/** As --debug tells of an answer that was read to its end. */
const READ = /^trivet: debug: request .*"status":200,"failure":null/gm;

/** What one call left: requests as the site saw them, answers as the disk has them. */
export interface CallRecord {
  readonly requests: readonly Entry[];
  /** Answered, and on the disk when the call was over. */
  readonly kept: readonly Entry[];
  /** Answered 200 by the site, and no answer on the disk: cut off on the way. */
  readonly lost: readonly Entry[];
  /** Without an answer when the call was over, or when it was to be killed. */
  readonly open: readonly Entry[];
  readonly newFindingCount: number;
  /** Whole answers of status 200 that the engine has read, by its own word; null of a call that was killed. */
  readonly readCount: number | null;
}

/** How a call ended. */
export interface CallEnd {
  /** What was answered from this instant on (epoch ms) is as good as unanswered: the call was to be killed. */
  readonly cutMs: number;
  readonly stderr: string;
  readonly isKilled: boolean;
}

const questionOf = ({ host, path, query }: Entry): string => `${host}${path}${query}`;

/** Keeps account of every answer, call by call, by the site's log and by the findings on the disk. */
export class Account {
  readonly calls: CallRecord[] = [];
  readonly #world: World;
  readonly #store: string;
  readonly #done = new Set<string>();
  #counts = new Map<string, number>();

  constructor(world: World, store: string) {
    this.#world = world;
    this.#store = store;
  }

  findingCount(bundleId: string): number {
    return [...this.#findingCounts(bundleId).values()].reduce((sum, count) => sum + count, 0);
  }

  /** Answers on the disk by host. */
  #findingCounts(bundleId: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { key } of readFindings(join(this.#store, 'jobs', `research-${bundleId}`))) {
      const host = HOST_OF.get(key.split(' ')[1] ?? '');
      if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
    }
    return counts;
  }

  /** Books the call that has just ended, and looks whether it kept to the rule. */
  async book(bundleId: string, { cutMs, stderr, isKilled }: CallEnd): Promise<CallRecord> {
    const requests = await this.#settledLog();
    const countsBefore = this.#counts;
    this.#counts = this.#findingCounts(bundleId);
    const kept: Entry[] = [];
    const lost: Entry[] = [];
    let newFindingCount = 0;
    for (const host of HOST_OF.values()) {
      const newCount = (this.#counts.get(host) ?? 0) - (countsBefore.get(host) ?? 0);
      newFindingCount += newCount;
      const answered = requests.filter((entry) => entry.host === host && entry.status === 200);
      answered.sort((left, right) => (left.endMs ?? 0) - (right.endMs ?? 0));
      // A host's answers reach the disk as they come, so those that did not are its last.
      kept.push(...answered.slice(0, newCount));
      lost.push(...answered.slice(newCount).filter(({ endMs }) => (endMs ?? 0) < cutMs));
    }
    const open = requests.filter((entry) => !kept.includes(entry) && !lost.includes(entry));
    const readCount = isKilled ? null : (stderr.match(READ)?.length ?? 0);
    const call = { requests, kept, lost, open, newFindingCount, readCount };
    this.calls.push(call);
    this.#expectNoneTwice(call);
    return call;
  }

  figures(): string {
    const [requests, kept, lost, open] = (['requests', 'kept', 'lost', 'open'] as const).map((kind) => this.#all(kind).length);
    return `${this.calls.length} calls, ${requests} requests: ${kept} answers kept, ${lost} cut off on their way, ${open} without an answer`;
  }

  /** Every question has exactly one answer that was kept. */
  expectAllKept(): void {
    expect(this.#done.size).toBeGreaterThan(6);
    expect([...this.#done].sort()).toEqual([...new Set(this.#all('requests').map(questionOf))].sort());
  }

  /** No question is put once its answer is on the disk, and what was read is kept, to the last answer. */
  #expectNoneTwice({ requests, kept, lost, newFindingCount, readCount }: CallRecord): void {
    expect(requests.map(questionOf).filter((question) => this.#done.has(question))).toEqual([]);
    for (const question of kept.map(questionOf)) {
      expect(this.#done).not.toContain(question);
      this.#done.add(question);
    }
    expect(kept.length).toBe(newFindingCount);
    if (readCount !== null) expect(newFindingCount).toBe(readCount);
    // What the site sent besides was never read: it was cut off on its way, at the very end of the call.
    const lastMs = Math.max(...kept.map(({ endMs }) => endMs ?? 0));
    expect(lost.filter(({ endMs }) => (endMs ?? 0) < lastMs)).toEqual([]);
  }

  #all(kind: 'requests' | 'kept' | 'lost' | 'open'): Entry[] {
    return this.calls.flatMap((call) => call[kind]);
  }

  /** The log since the last call, once the site has seen every connection end. */
  async #settledLog(): Promise<WorldLog> {
    while ((await this.#world.readLog()).some(({ endMs }) => endMs === null)) await sleep(20);
    return this.#world.takeLog();
  }
}
