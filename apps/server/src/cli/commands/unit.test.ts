import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aDataFolder, childOf, contentOf } from '../../backup/testing/a-data-folder.ts';
import { openErasedRegister } from '../../erased/register.ts';
import { manyRecords } from '../../gateway/testing/many-records.ts';
import { aStockPouch } from '../../gateway/testing/stock-pouch.ts';
import { openDataStores } from '../../start/data-folder.ts';
import { all } from '../../store/testing/support.ts';
import { aFolder } from '../../testing/test-app.ts';
import { aServerProcess } from '../testing/processes.ts';
import { addSynchroniser, childOfTest, epochOf, push } from '../testing/synchroniser.ts';
import { typed } from '../testing/typed.ts';

const COBAN = 'unit_coban_stake_gtm';
const fileOf = (dataDir: string, stakeDB: string) =>
  join(dataDir, 'databases/units', `${stakeDB}.sqlite`);

/** Writes noise over a part of a file. */
function spoil(path: string, at: number, bytes: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 'noise'), 0, bytes, at);
  closeSync(file);
}

/** A unit of 3,000 records with four pages of noise in its middle. */
async function aDamagedUnit() {
  const dataDir = await aDataFolder();
  const stores = await openDataStores(dataDir);
  const store = await stores.open(COBAN);
  await manyRecords(store, 3_000);
  const [{ _id: contested = '' } = {}] = await all(store.list({ limit: 1 }));
  await store.writeRevisions([
    {
      document: { ...childOf('coban_stake_gtm', 0), _id: contested, _rev: '2-b' },
      ancestry: ['2-b', '1-b'],
    },
  ]);
  await stores.close();
  const before = await contentOf(dataDir, COBAN);
  const path = fileOf(dataDir, 'coban_stake_gtm');
  spoil(path, 400 * 4_096, 4 * 4_096);
  return { dataDir, path, before };
}

describe('crece unit', { timeout: 120_000 }, () => {
  it('names damaged units, and says how many are whole', async () => {
    const { dataDir } = await aDamagedUnit();
    expect(await typed(dataDir, ['unit', 'check'])).toMatchObject({
      exitCode: 1,
      said: [
        'The unit coban_stake_gtm is damaged.',
        '1 of 2 units are whole.',
        expect.stringMatching(/^Stop the server, then .+ restore BACKUP --unit DB.+ rebuild DB/),
      ],
    });
    expect(await typed(dataDir, ['unit', 'check', 'peten_stake_gtm'])).toMatchObject({
      exitCode: 0,
      said: ['1 of 1 units are whole.'],
    });
    expect(await typed(dataDir, ['unit', 'check', 'none_gtm'])).toMatchObject({
      exitCode: 1,
      said: [`There is no unit "none_gtm" in ${dataDir}.`],
    });
  });

  it('takes what can be read of a damaged unit, with every version and nothing that was not there', async () => {
    const { dataDir, before } = await aDamagedUnit();
    const rebuilt = await typed(dataDir, ['unit', 'rebuild', 'coban_stake_gtm']);
    const records = Number(
      /^(\d+) records could be read in .+damaged/.exec(rebuilt.said[0] ?? '')?.[1],
    );
    expect(rebuilt.exitCode).toBe(0);
    // Four pages of some fifteen hundred.
    expect(records).toBeGreaterThan(2_900);
    expect(records).toBeLessThan(3_040);
    const after = await contentOf(dataDir, COBAN);
    expect(new Set(before)).toEqual(new Set([...before, ...after]));
    expect(before.length - after.length).toBeLessThan(100);
    expect(await typed(dataDir, ['unit', 'check'])).toMatchObject({ exitCode: 0 });
    // Again, it takes the same and changes nothing.
    expect((await typed(dataDir, ['unit', 'rebuild', 'coban_stake_gtm'])).said).toEqual(
      rebuilt.said,
    );
    expect(await contentOf(dataDir, COBAN)).toEqual(after);
  });

  it('mends a unit while another is damaged too, and empties who was erased in it', async () => {
    const { dataDir } = await aDamagedUnit();
    const stores = await openDataStores(dataDir);
    const register = await openErasedRegister(stores);
    for (const [day, stakeDB] of ['coban_stake_gtm', 'peten_stake_gtm'].entries()) {
      const { _id: id } = childOf(stakeDB, 1);
      const facts = { at: `2026-06-1${day}T12:00:00.000Z`, who: 'leo', why: 'asked' } as const;
      await register.enter({ id, stakeDB, ids: [id], ...facts, state: 'done' });
    }
    await stores.close();
    spoil(fileOf(dataDir, 'peten_stake_gtm'), 0, 8_192);
    const rebuilt = await typed(dataDir, ['unit', 'rebuild', 'coban_stake_gtm']);
    expect([rebuilt.exitCode, rebuilt.said[0]]).toEqual([0, expect.stringMatching(/^\d+ records/)]);
    const after = await openDataStores(dataDir);
    const coban = await after.open(COBAN);
    expect(await coban.read(childOf('coban_stake_gtm', 1)._id)).toBeNull();
    expect(await coban.read(childOf('coban_stake_gtm', 2)._id)).not.toBeNull();
    await after.close();
  });

  it('puts a unit of noise aside, and phones bring it back', async () => {
    const dataDir = aFolder();
    await addSynchroniser(dataDir);
    const pouch = aStockPouch();
    await pouch.put({ ...childOfTest(1) });
    const first = await aServerProcess(dataDir);
    const epoch = await epochOf(first);
    expect(await push(first, pouch)).toBe(1);
    const running = await typed(dataDir, ['unit', 'quarantine', 'test_stake_gtm']);
    expect([running.exitCode, running.said[0]]).toEqual([
      1,
      expect.stringContaining('Another server of Crece runs on'),
    ]);
    // Stopped, so that no log holds the pages that the file loses.
    await first.stop();
    const early = await typed(dataDir, ['unit', 'quarantine', 'test_stake_gtm']);
    expect([early.exitCode, early.said[0]]).toEqual([1, expect.stringContaining('is whole')]);
    spoil(fileOf(dataDir, 'test_stake_gtm'), 0, 8_192);
    const aside = await typed(dataDir, ['unit', 'quarantine', 'test_stake_gtm']);
    expect(aside.exitCode).toBe(0);
    const [name = ''] = readdirSync(join(dataDir, 'databases/damaged'));
    expect(aside.said[0]).toContain(name);
    expect(name).toMatch(/^test_stake_gtm-\d{8}T\d{6}\.sqlite/);
    // Nothing of it can be read.
    expect((await typed(dataDir, ['unit', 'rebuild', 'test_stake_gtm'])).said[0]).toMatch(
      /^0 records/,
    );
    const second = await aServerProcess(dataDir);
    expect(await epochOf(second)).not.toBe(epoch);
    expect(await push(second, pouch)).toBe(1);
    expect(existsSync(fileOf(dataDir, 'test_stake_gtm'))).toBe(true);
  });

  it.each([
    [['unit'], 2, 'It is "unit check [DB]"'],
    [['unit', 'quarantine'], 2, 'It is "unit check [DB]"'],
    [['unit', 'mend', 'a_gtm'], 2, 'It is "unit check [DB]"'],
    [['unit', 'rebuild', 'a_gtm', 'b_gtm'], 2, 'It is "unit check [DB]"'],
    [['unit', 'quarantine', 'none_gtm'], 1, 'There is no unit "none_gtm"'],
    [
      ['unit', 'rebuild', 'peten_stake_gtm'],
      1,
      'The unit peten_stake_gtm is whole, and no damaged file',
    ],
    [['unit', 'rebuild', 'none_gtm'], 1, 'There is no unit "none_gtm"'],
    [['unit', 'rebuild', '../system'], 1, '"../system" is no name of a unit.'],
  ])('says what is amiss: %s', async (args, code, sentence) => {
    const { exitCode, said } = await typed(await aDataFolder(), args);
    expect([exitCode, said[0]]).toEqual([code, expect.stringContaining(sentence)]);
  });

  it.each(['check', 'quarantine coban_stake_gtm', 'rebuild coban_stake_gtm'])(
    'says that a folder is not the one with the data: %s',
    async (words) => {
      const dataDir = join(aFolder(), 'none');
      const { exitCode, said } = await typed(dataDir, ['unit', ...words.split(' ')]);
      expect([exitCode, said[0]]).toEqual([1, expect.stringContaining(dataDir)]);
      expect(said[0]).toMatch(/name it with CRECE_DATA_DIR\.$/);
      expect(existsSync(dataDir)).toBe(false);
    },
  );
});
