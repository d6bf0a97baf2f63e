import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acceptClock } from '../settings/plausible-clock.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { fileDigestOf, importFile } from './import-file.ts';
import { aPlace, NOW, UNIT } from './testing/an-import.ts';

const daysOn = (days: number) => new Date(NOW.getTime() + days * 24 * 3_600_000);

async function aServersPlace() {
  const { dir, stores, journal } = await aPlace();
  const accept = async (at: Date) => acceptClock(await stores.open(ACCOUNTS_DATABASE), at);
  await accept(NOW);
  const importAt = async (importId: string, now: Date, isDryRun: boolean) => {
    const path = join(dir, `${importId}.csv`);
    writeFileSync(
      path,
      `nombre,apellido,sexo,fecha de nacimiento\n${importId},Xol,niña,2024-03-10\n`,
    );
    const who = { accountId: 'acc_1', username: 'sofia', author: 'Sofía Pérez' };
    const asked = { stakeDB: UNIT, isDryRun, answers: {}, mapping: {}, now };
    await importFile(
      { importId, path, fileDigest: await fileDigestOf(path), ...asked, ...who },
      {
        ...{ stores, dataDir: dir, signal: new AbortController().signal },
        progress: () => undefined,
        onFault: (error) => {
          throw error;
        },
      },
      async () => undefined,
    );
  };
  return { journal, accept, importAt };
}

it.each([40, 800])(
  'a list that is checked under a clock %s days ahead takes no former import its way back',
  async (days) => {
    const { journal, importAt } = await aServersPlace();
    await importAt('ana', NOW, false);
    await importAt('eva', daysOn(days), true);
    expect(await journal.record('ana')).toMatchObject({ stakeDB: UNIT, state: 'imported' });
  },
);

it('an import of 31 days ago is forgotten by a clock that went on day by day', async () => {
  const { journal, accept, importAt } = await aServersPlace();
  await importAt('ana', NOW, false);
  await accept(daysOn(30));
  await importAt('eva', daysOn(31), true);
  expect(await journal.record('ana')).toBeNull();
});
