/**
 * `npm run faults:harvest -- --seeds 50`: `job run` over 200 keys on the built program, SIGKILLed three times at random instants, then
 * run to its end. No item may be lost, found twice, or done again after its finding was on the disk.
 */
import { fileURLToPath } from 'node:url';
import { runCampaign, toSeeds } from './campaign.ts';
import { runHarvest } from './harvest-seed.ts';

const program = [process.execPath, fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))];
const isSound = await runCampaign(toSeeds(process.argv.slice(2), 50), (seed) => {
  return runHarvest({ seed, keyCount: 200, killCount: 3, program });
});
process.exitCode = isSound ? 0 : 1;
