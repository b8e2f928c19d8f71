import { jobWorkload } from './job-workload.ts';
import { killSuite, nestedSuite } from './kill.ts';
import { legWorkload, prepareStores } from './leg-workload.ts';
import { closeRig, openRig } from './rig.ts';

const rig = await openRig(process.argv.includes('--fast'));
if (rig !== null) {
  await killSuite(rig, jobWorkload(rig, 5), 24);
  const [nothing = '', nominated = '', resumed = '', finished = ''] = await prepareStores(rig);
  for (const scene of [
    { name: 'leg 1 in a fresh store', leg: 1, from: nothing, finished },
    { name: 'leg 1 after a whole round', leg: 1, from: finished, finished },
    { name: 'leg 2', leg: 2, from: nominated, finished },
    { name: 'leg 3', leg: 3, from: resumed, finished },
  ] as const)
    await killSuite(rig, legWorkload(rig, scene), 8);
  await nestedSuite(rig, jobWorkload(rig, 1), 3);
  closeRig(rig);
}
