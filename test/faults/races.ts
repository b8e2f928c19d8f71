/**
 * `npm run faults:races -- --seeds 100`: two legs of the built program at once on one store, in most races with a SIGKILL of the holder.
 * One works, the other exits 4; never are there two holders, and the next process finds the store whole and free.
 */
import { fileURLToPath } from 'node:url';
import { runCampaign, toSeeds } from './campaign.ts';
import { openArena, runRace } from './race-seed.ts';

const arena = await openArena([process.execPath, fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))]);
try {
  const isSound = await runCampaign(toSeeds(process.argv.slice(2), 100), (seed) => runRace(seed, arena));
  process.exitCode = isSound ? 0 : 1;
} finally {
  arena.remove();
}
