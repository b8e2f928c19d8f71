import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAngles, writeJudgments } from '../support/host.ts';
import { parseLegOne, parseLegTwo } from '../support/leg-json.ts';
import { runCli, runPrinted } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { startWorld, type World, worldDirectory } from './world-server.ts';

const directory = worldDirectory();
const MOST_REQUESTS = 40;
const LOG4J = /log4(j|shell)/i;
const AWS_OUTAGE = /aws (us-east-1|console|outage|down)|us-east-1|aws.*outage/i;

describe.skipIf(directory === null)('what breaks out is nominated first, on a real month', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(directory ?? '', '2021-12-10T06:00:00Z');
  });
  afterAll(() => world.stop());

  async function nominateAt(at: string, store: string) {
    await world.moveTo(at);
    await world.takeLog();
    const run = await runCli([
      'discover',
      '--nominate-only',
      '--json',
      '--quiet',
      '--gateway',
      world.gateway,
      '--now',
      at,
      '--store',
      store,
    ]);
    expect(run.code, run.stderr).toBe(0);
    return parseLegOne(run.stdout);
  }

  it.each(['2021-12-10T06:00:00Z', '2021-12-10T08:00:00Z', '2021-12-10T12:00:00Z', '2021-12-10T18:00:00Z'])(
    'ranks the Log4j vulnerability first at %s, as one nomination of at least three families',
    async (at) => {
      const { nominations } = await nominateAt(at, temporaryDirectory());
      const [first] = nominations;
      expect(first?.untrusted.titles.filter((title) => LOG4J.test(title)).length).toBe(first?.untrusted.titles.length);
      expect(first?.families.length).toBeGreaterThanOrEqual(3);
      expect(first?.publishers).toBeGreaterThanOrEqual(2);
    },
  );

  it('says in the digest that Log4j is corroborated', async () => {
    const at = '2021-12-10T06:00:00Z';
    await world.moveTo(at);
    const run = await runCli([
      'discover',
      '--nominate-only',
      '--quiet',
      '--gateway',
      world.gateway,
      '--now',
      at,
      '--store',
      temporaryDirectory(),
    ]);
    expect(run.stdout).toMatch(/^n1-[0-9a-f]{4} {2}hackernews lobsters reddit.* \| corroborated by [34] families/m);
  });

  it('has Log4j among the first three at 04:00', async () => {
    const { nominations } = await nominateAt('2021-12-10T04:00:00Z', temporaryDirectory());
    expect(nominations.slice(0, 3).some(({ untrusted }) => untrusted.titles.some((title) => LOG4J.test(title)))).toBe(true);
  });

  it('has the AWS outage among the first three while it lasts, and not three days later', async () => {
    const isOutage = ({ untrusted }: { untrusted: { titles: string[] } }) => untrusted.titles.some((title) => AWS_OUTAGE.test(title));
    const during = await nominateAt('2021-12-07T20:00:00Z', temporaryDirectory());
    expect(during.nominations.slice(0, 3).some(isOutage)).toBe(true);
    const after = await nominateAt('2021-12-10T18:00:00Z', temporaryDirectory());
    expect(after.nominations.slice(0, 3).some(isOutage)).toBe(false);
  });

  it('never mentions Log4j before it is known', async () => {
    const at = '2021-12-09T12:00:00Z';
    const { nominations } = await nominateAt(at, temporaryDirectory());
    expect(nominations.length).toBeGreaterThan(5);
    expect(JSON.stringify(nominations)).not.toMatch(LOG4J);
  });

  it('asks gently: at most 40 requests, two in flight a host, an honest name', async () => {
    await nominateAt('2021-12-10T06:00:00Z', temporaryDirectory());
    const log = await world.takeLog();
    expect(log.length).toBeGreaterThan(4);
    expect(log.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(Math.max(...log.map((entry) => entry.inFlight))).toBeLessThanOrEqual(2);
    for (const { userAgent } of log) expect(userAgent).toMatch(/^trivet\/\d+\.\d+\.\d+ \(\+https:\/\//);
  });

  it.each(['Log4Shell', 'Java logging zero day', 'Apache Log4j remote code execution flaw', 'The internet is on fire'])(
    'researches Log4j whatever the host calls it: %s',
    async (name) => {
      const at = '2021-12-12T12:00:00Z';
      const store = temporaryDirectory();
      await world.moveTo(at);
      const flags = ['--gateway', world.gateway, '--now', at, '--store', store];
      const first = await runCli(['discover', '--nominate-only', '--quiet', ...flags]);
      const legOne = parseLegOne(
        (await runCli(['discover', '--nominate-only', '--json', '--quiet', ...flags, '--store', temporaryDirectory()])).stdout,
      );
      const index = legOne.nominations.findIndex(({ untrusted }) => untrusted.titles.filter((title) => LOG4J.test(title)).length > 1);
      const next = writeJudgments(first.stdout, (row, at) => ({
        ...row,
        name: at === index ? name : `Story ${at + 1}`,
        worth: at === index ? 95 : 40,
      }));
      const second = parseLegTwo((await runPrinted(`${next} --json --quiet`)).stdout);
      const topic = second.topics.find(({ untrusted }) => untrusted.name === name);
      expect(topic?.research.status).toBe('researched');
      if (topic?.research.status !== 'researched') return;
      expect(topic.research.itemCount).toBeGreaterThanOrEqual(3);
      expect(topic.research.families.length).toBeGreaterThanOrEqual(2);
      expect(topic.untrusted.found.filter((title) => !/log4|jndi|44228/i.test(title)).length).toBeLessThanOrEqual(
        topic.untrusted.found.length / 5,
      );
    },
  );

  it('runs all three legs as a host would, from the printed words alone', async () => {
    const at = '2021-12-10T12:00:00Z';
    await world.moveTo(at);
    const first = await runCli([
      'discover',
      '--nominate-only',
      '--quiet',
      '--gateway',
      world.gateway,
      '--now',
      at,
      '--store',
      temporaryDirectory(),
    ]);
    const second = await runPrinted(
      writeJudgments(first.stdout, (row, index) => ({
        ...row,
        name: index === 0 ? 'Log4j vulnerability' : `Story ${index + 1}`,
        worth: 90 - index,
      })),
    );
    expect(second.code, second.stderr).toBe(0);
    const third = await runPrinted(writeAngles(second.stdout, (row) => ({ ...row, hook: 'Your logs can run code.' })));
    expect(third.code, third.stderr).toBe(0);
    expect(third.stdout).toMatch(/^1\. Log4j vulnerability$/m);
    expect(third.stdout).toContain('Your logs can run code.');
    expect(third.stdout).toMatch(/corroborated by 4 families/);
  });
});
