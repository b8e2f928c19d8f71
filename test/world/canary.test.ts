import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaksIn, runAllWithCanary } from '../support/canary.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { startWorld, type World, worldDirectory } from './world-server.ts';

const directory = worldDirectory();
const AT = '2021-12-10T12:00:00Z';

describe.skipIf(directory === null)('a secret of the environment', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(directory ?? '', AT);
  });
  afterAll(() => world.stop());

  it('is in no file, no output and no request of a whole round through the world', async () => {
    const place = temporaryDirectory();
    const texts = await runAllWithCanary(place, ['--gateway', world.gateway, '--now', AT]);
    const requests = JSON.stringify(await world.readLog());
    expect(requests).toContain('api.github.com');
    expect(leaksIn(place, { ...texts, requests })).toEqual([]);
  });
});
