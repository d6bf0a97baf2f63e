import { formerAccountWord } from '@crece/contract';
import { DEFAULT_PROGRAMME_SETTINGS, FORMER_VOLUNTEER } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { openAccounts } from '../accounts/accounts.ts';
import { hashed } from '../accounts/reservations.ts';
import { AUDIT_DATABASE, openAuditLog } from '../audit/audit-log.ts';
import { ErasedAccounts } from '../erased/erased-accounts.ts';
import { Proposals } from '../moved/proposals.ts';
import { createProgrammeStore } from '../settings/programme-store.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE, SYSTEM_DATABASES } from '../store/store-names.ts';
import { couchBackEnds, couchStores } from '../store/testing/couch-back-ends.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import { eraseAccountsAgain, namesOf, userNameTest } from './erase-account.ts';

const BACK_ENDS: [string, () => Promise<Stores>][] = [
  ['SQLite', () => aStores()],
  ...couchBackEnds().map((backEnd): [string, () => Promise<Stores>] => [
    backEnd.name,
    async () => couchStores(backEnd),
  ]),
];

const USER = 'xochiquetzal';
const clock = () => new Date('2026-06-10T12:00:00.000Z');

/** Every living document of the server's own databases, as text. */
async function textOf(stores: Stores): Promise<string> {
  const texts: string[] = [];
  for (const name of SYSTEM_DATABASES) {
    if (!(await stores.has(name))) continue;
    for await (const document of (await stores.open(name)).list()) {
      texts.push(JSON.stringify(document));
    }
  }
  return texts.join('\n');
}

describe.each(BACK_ENDS)('the traces of an account, %s', (_, open) => {
  it('go by the entry alone, and a second time nothing is written', async () => {
    const stores = await open();
    const accounts = await openAccounts({ stores, clock });
    const rest = { lastName: 'Tecún', roles: ['user'] as ['user'], passwordHash: 'x' };
    const made = await accounts.create({
      ...{ ...rest, firstName: 'Xochiquetzal', language: 'es', username: USER },
      email: `${USER}@example.org`,
    });
    if (!made.ok) throw new Error(made.code);
    const { account } = made;
    const audit = await openAuditLog({
      stores,
      clock,
      onFault: (error) => expect.unreachable(String(error)),
    });
    const entry = { what: 'user-changed', from: '10.0.0.7' } as const;
    await audit.record({ ...entry, who: USER, whom: 'leo', detail: `name ${USER}` });
    await audit.record({ ...entry, who: 'leo', whom: USER });
    await audit.record({ ...entry, who: null, whom: USER, what: 'sign-in-failed' });
    await audit.record({ ...entry, who: 'leo', whom: 'eva' });
    const register = new ErasedAccounts(await stores.open(ACCOUNTS_DATABASE));
    const asked = { at: clock().toISOString(), who: USER, why: 'asked', state: 'begun' } as const;
    const beside = await stores.open(ACCOUNTS_DATABASE);
    const by = 'Xochiquetzal Tecún';
    const at = clock().toISOString();
    await createProgrammeStore(beside).change(
      DEFAULT_PROGRAMME_SETTINGS,
      { ...DEFAULT_PROGRAMME_SETTINGS, coverageGoal: 70 },
      { who: USER, at },
    );
    const proposal = { from: 'coban_stake_gtm', childId: 'chld_1', to: 'jalapa_stake_gtm', by, at };
    await new Proposals(beside).add(proposal);
    const joining = { from: 'a_gtm', to: 'b_gtm', who: '', by, address: null, at, state: 'joined' };
    await beside.write([{ _id: 'join_a_gtm', joining: { ...joining, wards: [] } }]);
    await register.enter({ id: account.id, ...asked, ...namesOf(account) });

    const place = { stores, dataDir: aFolder(), clock };
    expect(await eraseAccountsAgain(place)).toBe(1);
    expect((await textOf(stores)).toLowerCase()).not.toContain(USER);
    const word = formerAccountWord(account.id);
    expect(await createProgrammeStore(beside).lastChange()).toMatchObject({ who: word });
    expect(await new Proposals(beside).forUnit('jalapa_stake_gtm')).toEqual([
      { ...proposal, by: FORMER_VOLUNTEER },
    ]);
    const { entries } = await audit.page({ who: '', what: '' }, 1);
    expect(entries.map(({ who, whom, from, detail }) => [who, whom, from, detail])).toEqual([
      ['leo', 'eva', '10.0.0.7', ''],
      [null, word, '…', ''],
      ['leo', word, '10.0.0.7', ''],
      [word, 'leo', '…', 'name …'],
    ]);
    expect(await register.all()).toMatchObject([{ who: word, state: 'done' }]);
    // A cluster writes each sequence in another way; the number in front of it grows with each write.
    const written = () =>
      Promise.all(
        [AUDIT_DATABASE, ACCOUNTS_DATABASE].map(async (name) =>
          Number.parseInt(String(await stores.sequence(name)), 10),
        ),
      );
    const before = await written();
    expect(await eraseAccountsAgain(place)).toBe(0);
    expect(await written()).toEqual(before);
  });
});

describe('the test for a user name', () => {
  const was = userNameTest({
    since: '2026-01-01T00:00:00.000Z',
    marks: [],
    users: [
      { hash: hashed('ana'), until: '2026-03-01T00:00:00.000Z' },
      { hash: hashed('lopez'), until: null },
    ],
  });

  it('knows each name only for the time in which it was the account’s', () => {
    expect(was('ana', '2025-12-31T00:00:00.000Z')).toBe(false);
    expect(was('ana', '2026-02-01T00:00:00.000Z')).toBe(true);
    expect(was('ana', '2026-04-01T00:00:00.000Z')).toBe(false);
    expect(was('lopez', '2026-02-01T00:00:00.000Z')).toBe(false);
    expect(was('lopez', '2026-04-01T00:00:00.000Z')).toBe(true);
    expect(was('eva', '2026-04-01T00:00:00.000Z')).toBe(false);
  });
});
