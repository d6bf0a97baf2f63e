import type { Console } from '../console.ts';
import { readPassword } from './read-password.ts';
import { accountOrRefusal, withUserStore } from './user-store.ts';

/** Sets the password from the input, or prints a link by which the owner sets one. */
export async function setPassword(
  io: Console,
  username: string,
  hasPassword: boolean,
): Promise<void> {
  await withUserStore({ mayBeNew: false, say: io.say }, async (store) => {
    const account = await store.account(username);
    if (!hasPassword) {
      await store.record({ what: 'password-reset-asked', whom: account.username });
      io.say(`Whoever opens this link within an hour sets the password of ${account.username}:`);
      await io.write(`${await store.passwordLink(account, 'reset')}\n`);
      return;
    }
    const passwordHash = await store.passwords.hash(await readPassword(io, account));
    const passwordChanged = store.clock().toISOString();
    accountOrRefusal(await store.accounts.update(account.id, { passwordHash, passwordChanged }));
    await store.record({ what: 'password-changed', whom: account.username });
    io.say(`${account.username} has a new password; every session of the account has ended.`);
  });
}
