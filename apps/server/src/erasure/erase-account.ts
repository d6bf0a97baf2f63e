import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formerAccountWord } from '@crece/contract';
import { nameMark } from '@crece/domain';
import { type AccountResult, type Accounts, openAccounts } from '../accounts/accounts.ts';
import { hashed } from '../accounts/reservations.ts';
import { marksOf, type StoredAccount } from '../accounts/stored-account.ts';
import { dropTraces } from '../admin/remove-user.ts';
import { AUDIT_DATABASE } from '../audit/audit-log.ts';
import { forgetInAudit } from '../audit/forget-person.ts';
import { type ErasedAccount, ErasedAccounts } from '../erased/erased-accounts.ts';
import type { ErasedNames } from '../erased/erased-file.ts';
import { ERASED_DATABASE, openErasedRegister } from '../erased/register.ts';
import { forgetInPushes, PUSHES_DATABASE } from '../gateway/push-log.ts';
import { IMPORTS_DATABASE, openJournal } from '../imports/journal.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { FILES_FOLDER, JOBS_DATABASE } from '../jobs/jobs.ts';
import { forgetMails } from '../mail/forget-mails.ts';
import { forgetInMoves } from '../moved/forget-person.ts';
import { openPhoneLog, PHONES_DATABASE } from '../phones/phone-log.ts';
import { openPictures } from '../pictures/picture-routes.ts';
import { forgetInSettings } from '../settings/programme-store.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';

/** Where an account is erased. */
export interface ErasurePlace {
  readonly stores: Stores;
  readonly dataDir: string;
  readonly clock: () => Date;
}

/** What the register keeps of an account's names. */
export function namesOf(account: StoredAccount): ErasedNames {
  const { created, formerUsers = [], username } = account;
  return {
    since: created,
    marks: marksOf(account),
    users: [...formerUsers, { hash: hashed(username), until: null }],
  };
}

/** Digests of the addresses to which mails of an account may be on their way. */
export function addressesOf({ email, pendingEmail, formerEmails = [] }: StoredAccount): string[] {
  const pending = pendingEmail === undefined ? [] : [pendingEmail.email, pendingEmail.was.email];
  const all = [email, ...pending, ...formerEmails.map(({ was }) => was.email)];
  return [...new Set(all)].map(hashed);
}

/** Whether a text was a user name of the account at an instant (ISO). */
export function userNameTest({ since, users }: ErasedNames) {
  const digests = new Map<string, string>();
  return (text: string, at: string): boolean => {
    const hash = digests.get(text) ?? hashed(text);
    digests.set(text, hash);
    let from = since;
    for (const { hash: own, until } of users) {
      if (own === hash && at >= from && (until === null || at <= until)) return true;
      from = until ?? from;
    }
    return false;
  };
}

/** The account itself, its picture, sessions, links and what its phones said. */
export async function eraseItself(
  { stores, dataDir, clock }: ErasurePlace,
  accounts: Accounts,
  id: string,
): Promise<AccountResult> {
  const erased = await accounts.erase(id);
  if (!erased.ok && erased.code !== 'not-found') return erased;
  const store = await stores.open(ACCOUNTS_DATABASE);
  await dropTraces(store, id);
  await (await openPhoneLog({ stores, clock })).forget(id);
  if (erased.ok) await openPictures(dataDir).remove(erased.account.profileImageURL);
  return erased;
}

/** Jobs that the account started, with the files that they made. */
async function dropJobs({ stores, dataDir }: ErasurePlace, id: string): Promise<void> {
  const jobs = createJobStore(await stores.open(JOBS_DATABASE));
  for await (const { id: jobId, fileName } of jobs.ofOwner(id)) {
    if (fileName !== null) await rm(join(dataDir, FILES_FOLDER, fileName), { force: true });
    await jobs.remove(jobId);
  }
}

/** Puts a word in the place of the account's user name wherever the server's own databases say it. */
async function forgetName({ stores }: ErasurePlace, account: ErasedAccount): Promise<void> {
  const isTheirs = userNameTest(account);
  const word = formerAccountWord(account.id);
  const now = '~';
  await (await openJournal(stores)).forgetPerson(isTheirs, word);
  await forgetInPushes(
    await stores.open(PUSHES_DATABASE),
    ({ accountId, username, at }) =>
      accountId === account.id || (accountId === undefined && isTheirs(username, at)),
    word,
  );
  const renamed = ({ who, at }: { who: string | null; at: string | null }) =>
    who !== null && isTheirs(who, at ?? now);
  const register = await openErasedRegister(stores);
  for (const erasure of await register.all()) {
    if (renamed(erasure)) await register.rename(erasure, word);
  }
  await new ErasedAccounts(await stores.open(ACCOUNTS_DATABASE)).changeAll((other) =>
    renamed(other) ? { ...other, who: word } : null,
  );
  const beside = await stores.open(ACCOUNTS_DATABASE);
  await forgetInSettings(beside, isTheirs, word);
  await forgetInMoves(beside, (name) => account.marks.includes(nameMark(name)));
  await forgetInAudit(await stores.open(AUDIT_DATABASE), { isTheirs, word });
}

const WITH_TRACES = [
  ...[ACCOUNTS_DATABASE, AUDIT_DATABASE, ERASED_DATABASE, IMPORTS_DATABASE, JOBS_DATABASE],
  ...[PHONES_DATABASE, PUSHES_DATABASE],
] as const;

/**
 * Erases what is left of an account by its entry in the register: what it started, mails to it, its
 * user name in journals and logs; then rewrites the files. A second call changes nothing. Records keep
 * the names that stand in them.
 */
export async function eraseTraces(place: ErasurePlace, account: ErasedAccount): Promise<void> {
  const { stores, dataDir } = place;
  await dropJobs(place, account.id);
  const { mails = [] } = account;
  await forgetMails(dataDir, (address) => mails.includes(hashed(address)));
  await forgetName(place, account);
  for (const name of WITH_TRACES) await (await stores.open(name)).scrub();
}

/**
 * Erases again what the register knows: after a restore, or when the server was killed. Returns how
 * many accounts the databases still had, or had begun to erase. The last administrator stays, because
 * nobody could be made one without.
 */
export async function eraseAccountsAgain(place: ErasurePlace): Promise<number> {
  const { stores, clock } = place;
  const accounts = await openAccounts({ stores, clock });
  const register = new ErasedAccounts(await stores.open(ACCOUNTS_DATABASE));
  let found = 0;
  for (const entry of await register.all()) {
    const account = await accounts.byId(entry.id);
    await accounts.close(
      entry.users.map(({ hash }) => hash),
      entry.id,
    );
    if (account === null && entry.state === 'done') continue;
    found += 1;
    // Its names of then: a backup may be older than the last change of them.
    const known = account === null ? entry : joined(entry, account);
    await register.enter({ ...known, state: 'begun' });
    const erased = await eraseItself(place, accounts, entry.id);
    if (!erased.ok && erased.code === 'last-admin') continue;
    await eraseTraces(place, known);
    await register.end(entry.id);
  }
  return found;
}

/** An entry with what the account itself says of its names. */
function joined(entry: ErasedAccount, account: StoredAccount): ErasedAccount {
  const { since, marks, users } = namesOf(account);
  const isKnown = ({ hash }: { hash: string }) => entry.users.some((user) => user.hash === hash);
  return {
    ...entry,
    since: since < entry.since ? since : entry.since,
    marks: [...new Set([...entry.marks, ...marks])],
    users: [...users.filter((user) => !isKnown(user)), ...entry.users],
    mails: [...new Set([...(entry.mails ?? []), ...addressesOf(account)])],
  };
}
