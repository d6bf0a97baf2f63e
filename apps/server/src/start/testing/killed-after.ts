import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const real = { renameSync: fs.renameSync, rmSync: fs.rmSync };

/** Lets files be renamed and removed again, after a test that failed in the middle. */
export function putBack(): void {
  Object.assign(fs, real);
  syncBuiltinESMExports();
}

/** Acts until the given number of changes of files was made, and is killed before the next; returns their number. */
export function killedAfter(changes: number, act: () => void): number {
  let made = 0;
  const counted =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args): void => {
      if (made === changes) throw new Error('killed');
      made += 1;
      change(...args);
    };
  Object.assign(fs, { renameSync: counted(real.renameSync), rmSync: counted(real.rmSync) });
  syncBuiltinESMExports();
  try {
    act();
  } finally {
    putBack();
  }
  return made;
}
