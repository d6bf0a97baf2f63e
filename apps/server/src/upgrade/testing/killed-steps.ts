/**
 * Takes or undoes the steps on a data folder and kills itself at one moment of it:
 * `node killed-steps.ts FOLDER take|undo MOMENT`. Moments are before and after each opening of a
 * database and each write; it ends with 0 when there are fewer.
 */
import { openDataStores } from '../../start/data-folder.ts';
import type { DocumentStore, Stores } from '../../store/document-store.ts';
import { STEPS } from '../steps.ts';
import { takeSteps, undoSteps } from '../take-steps.ts';

const [dataDir = '', what, moment] = process.argv.slice(2);
let moments = 0;

function killIfNow(): void {
  moments += 1;
  if (moments === Number(moment)) process.kill(process.pid, 'SIGKILL');
}

async function around<T>(act: () => Promise<T>): Promise<T> {
  killIfNow();
  const answer = await act();
  killIfNow();
  return answer;
}

const wrappedStore = (store: DocumentStore): DocumentStore =>
  new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const call = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      const isWrite = name === 'write' || name === 'writeLocal';
      return isWrite ? (...args: unknown[]) => around(() => call(...args)) : call;
    },
  });

const real = await openDataStores(dataDir);
const stores: Stores = new Proxy(real, {
  get(target, name) {
    const value: unknown = Reflect.get(target, name, target);
    if (name === 'open') {
      return async (store: string) => wrappedStore(await around(() => target.open(store)));
    }
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  },
});
const parts = {
  ...{ stores, dataDir, steps: STEPS, clock: () => new Date() },
  say: killIfNow,
};
if (what === 'take') await takeSteps(parts, false);
else await undoSteps(parts);
await real.close();
process.stdout.write(`${moments}\n`);
