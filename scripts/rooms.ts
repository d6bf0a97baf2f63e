// How many rooms (folders directly under `src`) import one another in circles, types counted, and by
// which files. `npm test` fails on any; this names them for all houses at once.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruiseAll } from './steps/arrows.ts';
import { houseOf, roomFaults, roomsOf } from './steps/rooms.ts';
import { members } from './steps/step.ts';

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = join(ROOT, 'reports');

mkdirSync(REPORTS, { recursive: true });
const cruise = await cruiseAll(
  join(REPORTS, 'rooms.json'),
  async (args) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1,
);
if (cruise === null) throw new Error('dependency-cruiser gave no report');
for (const member of members(ROOT)) {
  const house = houseOf(member);
  for (const line of roomFaults(cruise.modules, house)) console.log(line);
  const { rooms, inCircles } = roomsOf(cruise.modules, house);
  console.log(`${house.src}: ${inCircles.length} of ${rooms.length} rooms in circles`);
  if (rooms.length === 0) process.exitCode = 1;
}
