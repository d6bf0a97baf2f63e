import { displayNameOf } from '@crece/domain';
import { csvLine } from '@crece/reports/csv';
import type { StoredAccount } from '../../accounts/stored-account.ts';
import type { Console } from '../console.ts';
import { withUserStore } from './user-store.ts';

const COLUMNS: readonly {
  readonly name: string;
  readonly of: (account: StoredAccount) => string;
}[] = [
  { name: 'username', of: ({ username }) => username },
  { name: 'name', of: ({ firstName, lastName }) => displayNameOf(firstName, lastName) },
  { name: 'email', of: ({ email }) => email },
  { name: 'roles', of: ({ roles }) => roles.join(' ') },
  {
    name: 'scope',
    of: ({ scope }) => [...(scope?.countries ?? []), ...(scope?.stakes ?? [])].join(' '),
  },
  { name: 'asks_for', of: ({ roleRequest }) => roleRequest?.role ?? '' },
  { name: 'created', of: ({ created }) => created.slice(0, 10) },
  { name: 'last_sign_in', of: ({ lastSignIn }) => lastSignIn?.slice(0, 10) ?? '' },
];

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => [...(row[i] ?? '')].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Prints every account by user name, as a table for people or as CSV. */
export async function listUsers(io: Console, isCsv: boolean): Promise<void> {
  await withUserStore({ mayBeNew: false, say: io.say }, async ({ accounts }) => {
    const all: StoredAccount[] = [];
    for await (const account of accounts.list()) all.push(account);
    all.sort((a, b) => (a.username < b.username ? -1 : 1));
    const rows = [
      COLUMNS.map(({ name }) => name),
      ...all.map((account) => COLUMNS.map(({ of }) => of(account))),
    ];
    if (!isCsv) return io.write(tableOf(rows));
    for (const row of rows) await io.write(csvLine(row));
  });
}
