import { checkProfile, type Issue, type Role, withRoles } from '@crece/domain';
import type { Language } from '@crece/messages';
import { describeRights } from '../../admin/granted-rights.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { fieldFaultSentence } from './account-words.ts';
import { readPassword } from './read-password.ts';
import { accountOrRefusal, withUserStore } from './user-store.ts';

export interface NewUser {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  roles: readonly Role[];
  language: Language;
  hasPassword: boolean;
}

function refuse(issues: readonly Issue[]): never {
  throw new CliError(issues.map(fieldFaultSentence).join('\n'), 2);
}

/**
 * Creates an account with the password from the input, or with a link by which its owner sets one.
 */
export async function createUser(io: Console, user: NewUser): Promise<void> {
  const profile = checkProfile(user);
  if (!profile.ok) return refuse(profile.issues);
  const { username, email, firstName, lastName } = profile.value;
  const password = user.hasPassword ? await readPassword(io, { username, email }) : null;
  await withUserStore({ mayBeNew: true, say: io.say }, async (store) => {
    const account = accountOrRefusal(
      await store.accounts.create({
        username,
        email,
        firstName,
        lastName,
        roles: withRoles([], ...user.roles),
        language: user.language,
        passwordHash: password === null ? null : await store.passwords.hash(password),
      }),
    );
    await store.record({
      what: 'user-added',
      whom: username,
      detail: describeRights({ roles: [] }, account),
    });
    io.say(`${username} has an account now, as ${account.roles.join(', ')}.`);
    if (password !== null) return;
    io.say('Whoever opens this link within 72 hours sets the password, once:');
    await io.write(`${await store.passwordLink(account, 'invitation')}\n`);
  });
}
