import { acceptClock } from '../../settings/plausible-clock.ts';
import { ACCOUNTS_DATABASE } from '../../store/store-names.ts';
import type { Console } from '../console.ts';
import { mistyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

/** `crece clock ok`: whoever runs the server says that its clock is right, whichever way it moved. */
export async function runClock(args: readonly string[], io: Console): Promise<void> {
  if (args.join(' ') !== 'ok') throw mistyped('It is "clock ok".');
  const now = new Date();
  await withStores({ mayBeNew: false }, async (stores) =>
    acceptClock(await stores.open(ACCOUNTS_DATABASE), now),
  );
  io.say(`The clock is taken for right: ${now.toISOString()}.`);
}
