import { aChild } from '@crece/domain/testing';
import { MAX_GENERATION } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import { openDataStores } from '../../start/data-folder.ts';
import type { DocumentStore } from '../../store/document-store.ts';
import { all } from '../../store/testing/support.ts';
import { aFolder } from '../../testing/test-app.ts';
import { typed } from '../testing/typed.ts';

const UNIT = 'test_stake_gtm';
const { _id: ID, ...child } = aChild();
const FAR = `9007199254740991-${'f'.repeat(32)}`;
const HEADER = 'unit,record,revision,is_shown,is_removal,other_revisions';

/** A data folder with one unit that contains what `fill` writes. */
async function aDataFolder(fill: (store: DocumentStore) => Promise<unknown>): Promise<string> {
  const dataDir = aFolder();
  const stores = await openDataStores(dataDir);
  await fill(await stores.open(`unit_${UNIT}`));
  await stores.close();
  return dataDir;
}

/** Stores a version of the child, as a server did before there were limits. */
const plant = (store: DocumentStore, rev: string, different: object = {}) =>
  store.writeRevisions([
    { document: { ...child, ...different, _id: ID, _rev: rev }, ancestry: [rev] },
  ]);

/** Reads a data folder after the command has ended. */
async function inFolder<T>(
  dataDir: string,
  read: (store: DocumentStore, audit: DocumentStore) => Promise<T>,
): Promise<T> {
  const stores = await openDataStores(dataDir);
  try {
    return await read(await stores.open(`unit_${UNIT}`), await stores.open('sys_audit'));
  } finally {
    await stores.close();
  }
}

async function revisions(dataDir: string, ...args: readonly string[]) {
  const { exitCode, out, said } = await typed(dataDir, ['revisions', ...args]);
  return { exitCode, rows: out.split('\n').filter((line) => line !== ''), said };
}

const drop = (rev: string) => ['--unit', UNIT, '--record', ID, '--drop', rev];

describe('crece revisions', () => {
  it('lists revisions that no record can have reached, and none just below the limit', async () => {
    const edge = `${MAX_GENERATION}-${'e'.repeat(32)}`;
    const dataDir = await aDataFolder(async (store) => {
      await store.write([{ ...child, _id: ID }]);
      await plant(store, FAR);
      const other = (place: number, rev: string) => ({
        document: { ...child, _id: `${ID}${place}`, _rev: rev },
        ancestry: [rev],
      });
      await store.writeRevisions([
        other(1, `${MAX_GENERATION - 1}-a`),
        other(2, edge),
        other(3, '5-a'),
        other(3, '10005-b'),
        other(4, '5-a'),
        other(4, '10006-b'),
      ]);
    });
    const { rows, said } = await revisions(dataDir, '--unit', UNIT);
    const own = await inFolder(dataDir, async (store) => (await store.leaves(ID))[1]?.rev);
    expect(rows).toEqual([
      HEADER,
      `${UNIT},${ID},${FAR},yes,no,${own}`,
      `${UNIT},${ID}2,${edge},yes,no,`,
      `${UNIT},${ID}4,10006-b,yes,no,5-a`,
    ]);
    expect(said).toEqual([
      'Versions that cannot be: 3. With --drop each can be taken out, with --all every one.',
    ]);
  });

  it('drops a revision after it has printed the consequences, and the record can be edited again', async () => {
    const dataDir = await aDataFolder(async (store) => {
      await store.write([{ ...child, _id: ID }]);
      await plant(store, FAR, { firstName: 'Owned' });
      const edit = { ...child, _id: ID, _rev: FAR };
      expect(await store.write([edit])).toEqual([{ ok: false, id: ID, error: 'conflict' }]);
    });
    const tried = await revisions(dataDir, ...drop(FAR));
    expect(tried.said).toContain(`  firstName: "Owned" becomes ${JSON.stringify(child.firstName)}`);
    expect(tried.said.at(-1)).toContain('dry run');
    expect(await inFolder(dataDir, async (store) => (await store.read(ID))?._rev)).toBe(FAR);

    const done = await revisions(dataDir, ...drop(FAR), '--write');
    expect(done).toMatchObject({ exitCode: 0 });
    await inFolder(dataDir, async (store, audit) => {
      const left = await store.read(ID);
      expect(left?.['firstName']).toBe(child.firstName);
      expect(await store.leaves(ID)).toHaveLength(1);
      const feed = await all(store.changes({ since: '2' }));
      expect(feed.map(({ id }) => id)).toEqual([ID]);
      const [edited] = await store.write([{ ...child, _id: ID, _rev: left?._rev ?? '' }]);
      expect(edited?.ok).toBe(true);
      const entries = await all(audit.list());
      expect(entries).toMatchObject([
        { what: 'revision-dropped', whom: UNIT, detail: `command line; ${ID} ${FAR}` },
      ]);
    });
    const again = await revisions(dataDir, '--unit', UNIT);
    expect(again.said).toEqual(['No record holds a version that cannot be.']);
  });

  it('keeps the dropped content on request: on top of a removal, and as a first version', async () => {
    const removed = await aDataFolder(async (store) => {
      const [first] = await store.write([{ ...child, _id: ID }]);
      const rev = first?.ok === true ? first.rev : '';
      await store.write([{ _id: ID, _rev: rev, _deleted: true }]);
      await plant(store, FAR);
    });
    const { said } = await revisions(removed, ...drop(FAR));
    expect(said.join(' ')).toContain('THE RECORD IS REMOVED AFTERWARDS');
    const alone = await aDataFolder((store) => plant(store, FAR));
    const refused = await revisions(alone, ...drop(FAR), '--write');
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.said.join()).toContain('is the only version');
    for (const [dataDir, generation] of [
      [removed, 3],
      [alone, 1],
    ] as const) {
      expect((await revisions(dataDir, ...drop(FAR), '--keep', '--write')).exitCode).toBe(0);
      await inFolder(dataDir, async (store) => {
        const left = await store.read(ID);
        expect(left?._rev).toMatch(new RegExp(`^${generation}-`));
        expect(left?.['firstName']).toBe(child.firstName);
      });
    }
  });

  it('drops every leap of a unit at once, and keeps what the records said', async () => {
    const leapt = [1, 2, 3].map((place) => `${ID}${place}`);
    const dataDir = await aDataFolder(async (store) => {
      await store.write([{ ...child, _id: ID }]);
      for (const [place, id] of leapt.entries()) {
        const [first] = await store.write([{ ...child, _id: id, firstName: 'Ana' }]);
        const rev = first?.ok === true ? first.rev : '';
        // Two leaps, each with the version before it closed as merged.
        await store.writeRevisions([
          {
            document: { ...child, _id: id, _rev: '20001-b', firstName: 'Eva' },
            ancestry: ['20001-b'],
          },
          {
            document: { _id: id, _rev: '10002-d', _deleted: true },
            ancestry: ['10002-d', '10001-a'],
          },
          { document: { _id: id, _rev: '2-d', _deleted: true }, ancestry: ['2-d', rev] },
        ]);
        if (place === 2) await store.write([{ ...child, _id: id, _rev: '20001-b' }]);
      }
    });
    const { rows } = await revisions(dataDir, '--unit', UNIT);
    expect(rows).toHaveLength(1 + 6);
    const dry = await revisions(dataDir, '--unit', UNIT, '--all');
    expect(dry.said.join()).toContain('THE RECORD IS REMOVED AFTERWARDS');
    expect(dry.said.join()).toContain('would be dropped: 3.');
    const kept = await revisions(dataDir, '--unit', UNIT, '--all', '--keep', '--write');
    expect(kept).toMatchObject({ exitCode: 0 });
    expect(kept.said.join()).not.toContain('REMOVED');
    await inFolder(dataDir, async (store, audit) => {
      for (const [place, id] of leapt.entries()) {
        const left = await store.read(id);
        expect(left?._rev).toMatch(/^3-/);
        expect(left?.['firstName']).toBe(place === 2 ? child.firstName : 'Eva');
        expect(await store.leaves(id)).toHaveLength(1);
      }
      expect(await all(audit.list())).toMatchObject([
        {
          what: 'revision-dropped',
          whom: UNIT,
          detail: 'command line; 3 records kept what they said',
        },
      ]);
    });
    expect((await revisions(dataDir, '--unit', UNIT)).rows).toEqual([HEADER]);
  });

  it('drops every leap of one record, and leaves one that has nothing else', async () => {
    const dataDir = await aDataFolder(async (store) => {
      await plant(store, FAR);
      await store.writeRevisions(
        ['5-a', '10006-b'].map((rev) => ({
          document: { ...child, _id: `${ID}4`, _rev: rev },
          ancestry: [rev],
        })),
      );
    });
    const unit = ['--unit', UNIT, '--all', '--write'];
    const one = await revisions(dataDir, ...unit, '--record', `${ID}4`);
    expect(one.said.join()).toContain('were dropped: 1.');
    const rest = await revisions(dataDir, ...unit);
    expect(rest.said.join()).toContain('left as they are, because nothing else is there: 1.');
    await inFolder(dataDir, async (store) => {
      expect((await store.leaves(`${ID}4`)).map(({ rev }) => rev)).toEqual(['5-a']);
      expect((await store.leaves(ID)).map(({ rev }) => rev)).toEqual([FAR]);
    });
    expect((await revisions(dataDir, '--all')).exitCode).toBe(2);
  });

  it('refuses to drop a plausible revision', async () => {
    const dataDir = await aDataFolder((store) => plant(store, '7-a'));
    const { exitCode, said } = await revisions(dataDir, ...drop('7-a'), '--write');
    expect(exitCode).toBe(1);
    expect(said.join()).toContain('has no version 7-a that can be dropped');
    expect((await revisions(dataDir, '--unit', 'nowhere_gtm')).exitCode).toBe(1);
    expect((await revisions(dataDir, '--drop', '7-a')).exitCode).toBe(2);
    expect((await revisions(dataDir, '--write')).exitCode).toBe(2);
  });
});
