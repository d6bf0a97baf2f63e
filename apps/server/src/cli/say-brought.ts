import type { OnBrought } from '../backup/moved-since.ts';
import type { Console } from './console.ts';

/** Says what came again into units that were put back. */
export const sayBrought =
  ({ say }: Console): OnBrought =>
  ({ records, unread }) => {
    for (const [stakeDB, count] of records) {
      say(`Records that had moved to ${stakeDB} since then, and are there again: ${count}.`);
    }
    if (unread.size > 0) {
      say(
        `These units cannot be read: ${[...unread.keys()].join(', ')}. Who moved from there since then may be missing: mend them ("crece unit rebuild DB"), then repeat this command.`,
      );
    }
  };
