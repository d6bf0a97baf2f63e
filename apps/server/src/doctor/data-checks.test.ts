import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openAccounts } from '../accounts/accounts.ts';
import { openDataStores } from '../start/data-folder.ts';
import { FIRST_ADMIN_LINK } from '../start/first-admin-link.ts';
import { aConfig, aFolder } from '../testing/test-app.ts';
import { administrators } from './data-checks.ts';

it('on a new server nobody can be given a role: the link of the first administrator is named', async () => {
  const dataDir = aFolder();
  const stores = await openDataStores(dataDir);
  onTestFinished(() => stores.close());
  const clock = () => new Date();
  await openAccounts({ stores, clock });
  const look = () =>
    administrators.look({
      ...{ config: aConfig({ dataDir }), stores, clock, environment: {}, server: null },
      ...{ uid: null, ntp: null, disk: async () => ({ free: 1, total: 1 }) },
    });
  const says = 'Nobody has an account yet: the first administrator is still to be made.';
  expect(await look()).toEqual([
    { level: 'fault', says, mend: 'crece user add … --role admin, which prints a link' },
  ]);
  const link = join(dataDir, FIRST_ADMIN_LINK);
  writeFileSync(link, 'http://127.0.0.1:3000/authentication/first-admin#word');
  expect(await look()).toEqual([
    { level: 'fault', says, mend: `open the link that lies in ${link}; a restart makes it anew` },
  ]);
});
