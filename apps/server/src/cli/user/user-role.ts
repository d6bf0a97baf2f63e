import { checkRoles, isSameRights } from '@crece/domain';
import { describeRights } from '../../admin/granted-rights.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { fieldFaultSentence } from './account-words.ts';
import { changedRoles } from './typed-roles.ts';
import { accountOrRefusal, withUserStore } from './user-store.ts';

/** Grants and revokes roles; the sessions of the account end at once. */
export async function changeRoles(
  io: Console,
  username: string,
  changes: readonly string[],
): Promise<void> {
  // Checked before the store is opened, so that an unknown role is reported first.
  changedRoles([], changes);
  await withUserStore({ mayBeNew: false, say: io.say }, async (store) => {
    const { id } = await store.account(username);
    let detail = '';
    const after = accountOrRefusal(
      await store.accounts.update(id, (account) => {
        const { scope } = account;
        const roles = changedRoles(account.roles, changes);
        const rights = { roles, scope };
        if (isSameRights(account, rights)) return {};
        const [issue] = checkRoles(roles);
        if (issue !== undefined) throw new CliError(fieldFaultSentence(issue), 1);
        detail = describeRights(account, rights);
        return {
          roles,
          ...(roles.includes('sync') ? { roleRequest: undefined, roleRefused: undefined } : {}),
        };
      }),
    );
    if (detail !== '') {
      await store.record({ what: 'user-changed', whom: after.username, detail });
    }
    io.say(`${after.username} is ${after.roles.join(', ')}${detail === '' ? ' already' : ' now'}.`);
  });
}
