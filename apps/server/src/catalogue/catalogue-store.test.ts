import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { aFolder, aStores } from '../testing/test-app.ts';
import { openCatalogue } from './catalogue-store.ts';

const PERU: Catalogue = {
  countries: [
    {
      name: 'Perú',
      code: 'PER',
      image: '',
      flag: 'PE',
      stakes: [{ stakeName: 'Tumbes', stakeDB: 'tumbes_stake_per' }],
    },
  ],
};

/** The catalogue of Peru under another name. */
const named = (name: string): Catalogue => ({
  countries: PERU.countries.map((country) => ({ ...country, name })),
});

/** A folder with a catalogue file of an earlier version. */
function aFolderWith(catalogue: Catalogue): string {
  const dataDir = aFolder();
  writeFileSync(join(dataDir, 'catalogue.json'), JSON.stringify(catalogue));
  return dataDir;
}

/** The scope check of an administrator without a scope. */
const everywhere = () => true;

describe('openCatalogue', () => {
  it('begins with the built-in catalogue', async () => {
    const { current } = await openCatalogue(await aStores(), aFolder());
    const { rev, catalogue } = await current();
    expect(rev).toMatch(/^1-/);
    expect(catalogue).toEqual(BUILT_IN_CATALOGUE);
  });

  it('imports a catalogue file once, and renames it', async () => {
    const dataDir = aFolderWith(PERU);
    const stores = await aStores();
    expect((await (await openCatalogue(stores, dataDir)).current()).catalogue).toEqual(PERU);
    expect(readdirSync(dataDir)).toEqual(['catalogue.imported.json']);
    writeFileSync(join(dataDir, 'catalogue.json'), JSON.stringify(named('Late')));
    expect((await (await openCatalogue(stores, dataDir)).current()).catalogue).toEqual(PERU);
    expect(existsSync(join(dataDir, 'catalogue.json'))).toBe(true);
  });

  it('stops at an invalid file and imports it after it is corrected', async () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'catalogue.json');
    writeFileSync(file, '{');
    const stores = await aStores();
    await expect(openCatalogue(stores, dataDir)).rejects.toThrow('it is not JSON');
    writeFileSync(file, JSON.stringify(PERU));
    expect((await (await openCatalogue(stores, dataDir)).current()).catalogue).toEqual(PERU);
  });

  it('several processes can open the catalogue at the same time', async () => {
    const dataDir = aFolderWith(PERU);
    const stores = [await aStores(dataDir), await aStores(dataDir), await aStores(dataDir)];
    const opened = await Promise.all(stores.map((each) => openCatalogue(each, dataDir)));
    const kept = await Promise.all(opened.map(({ current }) => current()));
    expect(kept.map(({ catalogue }) => catalogue)).toEqual([PERU, PERU, PERU]);
    expect(new Set(kept.map(({ rev }) => rev)).size).toBe(1);
  });

  it('shows at once what another process changed', async () => {
    const dataDir = aFolderWith(PERU);
    const here = await openCatalogue(await aStores(dataDir), dataDir);
    const there = await openCatalogue(await aStores(dataDir), dataDir);
    const { rev } = await here.current();
    expect((await there.change(rev, named('Peru'), everywhere)).ok).toBe(true);
    expect((await here.current()).catalogue.countries[0]?.name).toBe('Peru');
    expect(await here.change(rev, named('Pérou'), everywhere)).toEqual({
      ok: false,
      code: 'conflict',
    });
  });

  it('accepts one of two simultaneous changes', async () => {
    const { current, change } = await openCatalogue(await aStores(), aFolderWith(PERU));
    const { rev } = await current();
    const answers = await Promise.all([
      change(rev, named('A'), everywhere),
      change(rev, named('B'), everywhere),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok)).toEqual([{ ok: false, code: 'conflict' }]);
  });

  it('normalises what it stores, and writes nothing when nothing changed', async () => {
    const { current, change } = await openCatalogue(await aStores(), aFolderWith(PERU));
    const { rev } = await current();
    const first = await change(rev, named('  Peru  '), everywhere);
    expect(first.ok && first.detail).toBe('~PER +test_stake_per');
    if (!first.ok) throw new Error('the change was refused');
    const { kept } = first;
    expect(kept.catalogue.countries[0]?.name).toBe('Peru');
    const again = await change(kept.rev, kept.catalogue, everywhere);
    expect(again).toEqual({ ok: true, kept, detail: null });
  });
});
