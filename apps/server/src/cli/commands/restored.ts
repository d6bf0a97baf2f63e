import { openEpoch } from '../../gateway/epoch.ts';
import { ACCOUNTS_DATABASE } from '../../store/store-names.ts';
import type { Console } from '../console.ts';
import { readTyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

/**
 * `crece restored`: begins a new history after a restore, without waiting until a phone reveals the
 * restore. A copied data folder or an image of the machine contains everything that could
 * distinguish it from the original, so only phones notice (`gateway/marks.ts`).
 */
export async function runRestored(args: readonly string[], io: Console): Promise<void> {
  readTyped(args, {});
  await withStores({ mayBeNew: false }, async (stores) => {
    const store = await stores.open(ACCOUNTS_DATABASE);
    const epoch = await openEpoch({
      store,
      stores,
      clock: () => new Date(),
      // The command prints its own message instead.
      log: { warn: () => undefined },
    });
    await epoch.renew('restored from a backup, as the command line says');
    await epoch.close();
  });
  io.say('A new history has begun: at their next synchronisation phones offer everything again.');
}
