import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from '@crece/domain';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { openErasedRegister } from '../../erased/register.ts';
import type { DocumentStore, Stores } from '../../store/document-store.ts';
import { couchBackEnds, couchStores } from '../../store/testing/couch-back-ends.ts';
import { all } from '../../store/testing/support.ts';
import { aFolder, aStores } from '../../testing/test-app.ts';
import { fileSource } from './document-source.ts';
import { type DocumentFinding, type ImportTarget, importDocuments } from './import-documents.ts';

const UNIT = 'test_stake_gtm';
const UNREADABLE = aChild({ _id: 'chld_broken', birthDate: 'ayer' });
const CHILD = aChild();
const LINES = [
  { ...aScreening(), gender: undefined, height: '68.5' },
  { ...CHILD, _rev: '9-abc' },
  aMother(),
  UNREADABLE,
  { ...aScreening({ _id: 'scr_of_broken', owner: 'chld_broken' }) },
  { ...aScreening({ _id: 'scr_lost', owner: 'chld_gone' }) },
  { _id: '_design/children' },
];

function aFile(lines: readonly (object | string)[]): string {
  const path = join(aFolder(), 'documents.ndjson');
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, `${texts.join('\n')}\n`);
  return path;
}

async function targetOf(stores: Stores): Promise<ImportTarget> {
  return {
    store: await stores.open(`unit_${UNIT}`),
    stakeDB: UNIT,
    erased: await openErasedRegister(stores),
    timeZone: 'America/Guatemala',
    isUnit: (stakeDB) => [UNIT, 'coban_stake_gtm'].includes(stakeDB),
  };
}

/** Imports lines; returns the finding of each: `2 chld_1 taken no-child`. */
async function imported(
  target: ImportTarget,
  lines: readonly (object | string)[],
  different: { isDryRun?: boolean; takesOtherUnits?: boolean } = {},
) {
  const findings: DocumentFinding[] = [];
  const tell = async (finding: DocumentFinding) => {
    findings.push(finding);
  };
  const options = { isDryRun: false, takesOtherUnits: false, tell, ...different };
  const counts = await importDocuments(fileSource(aFile(lines)), target, options);
  const told = findings.map(({ line, id, outcome, reasons, repairs, differing }) =>
    [line, id, outcome, ...reasons, ...repairs.map(({ field }) => field), ...differing].join(' '),
  );
  return { told, counts };
}

const idsIn = async (store: DocumentStore) => (await all(store.list())).map(({ _id }) => _id);

const FIRST_RUN = [
  `1 ${aScreening()._id} repaired gender height`,
  `2 ${CHILD._id} taken`,
  `3 ${aMother()._id} taken`,
  '4 chld_broken unreadable birth-date-invalid',
  '5 scr_of_broken taken unreadable-child',
  '6 scr_lost taken no-child',
  '7 _design/children left-out design-document',
];

const BACK_ENDS: [string, () => Promise<Stores>][] = [
  ['SQLite', () => aStores()],
  ...couchBackEnds().map((backEnd): [string, () => Promise<Stores>] => [
    backEnd.name,
    async () => couchStores(backEnd),
  ]),
];

describe.each(BACK_ENDS)('documents of an older system, imported into %s', (_name, open) => {
  it('imported documents are stored unchanged, in any order, with a finding for each', async () => {
    const target = await targetOf(await open());
    const { told, counts } = await imported(target, LINES);
    expect(told).toEqual(FIRST_RUN);
    expect(counts).toEqual({ repaired: 1, taken: 4, unreadable: 1, 'left-out': 1 });
    const child = await target.store.read(CHILD._id);
    expect(child?._rev).toMatch(/^1-/);
    expect(child).toEqual({ ...CHILD, _rev: child?._rev });
    expect(await target.store.read('chld_broken')).toMatchObject({ birthDate: 'ayer' });
    const screening = await target.store.read(aScreening()._id);
    expect(screening).toMatchObject({ height: '68.5' });
    expect(screening).not.toHaveProperty('gender');
  });

  it('a second run recognises all documents and writes nothing', async () => {
    const target = await targetOf(await open());
    await imported(target, LINES);
    const before = await all(target.store.list());
    expect((await imported(target, LINES)).counts).toEqual({ 'already-there': 6, 'left-out': 1 });
    expect(await all(target.store.list())).toEqual(before);
  });

  it('a dry run has the same findings and writes nothing', async () => {
    const target = await targetOf(await open());
    expect((await imported(target, LINES, { isDryRun: true })).told).toEqual(FIRST_RUN);
    expect(await idsIn(target.store)).toEqual([]);
  });

  it('replace an unreadable version, and no other', async () => {
    const target = await targetOf(await open());
    await imported(target, LINES);
    const corrected = aChild({ _id: UNREADABLE._id, birthDate: '2024-01-01' });
    const run = async () => (await imported(target, [corrected, LINES[4] ?? {}])).told;
    expect(await run()).toEqual([
      '1 chld_broken taken replaces-unreadable',
      '2 scr_of_broken already-there',
    ]);
    expect((await target.store.read('chld_broken'))?._rev).toMatch(/^2-/);
    expect((await run())[0]).toBe('1 chld_broken already-there');
    const broken = (await imported(target, [UNREADABLE])).told;
    expect(broken).toEqual(['1 chld_broken differs birth-date-invalid birthDate']);
  });

  it('what was erased for good is not taken, nor a screening of an erased child', async () => {
    const stores = await open();
    const target = await targetOf(stores);
    const register = await openErasedRegister(stores);
    await register.enter({
      ...{ id: CHILD._id, stakeDB: UNIT, ids: [CHILD._id] },
      ...{ at: '2026-11-25T08:00:00.000Z', who: 'sofia', why: 'asked', state: 'done' },
    });
    const { told, counts } = await imported(target, LINES);
    expect(told.slice(0, 3)).toEqual([
      `1 ${aScreening()._id} erased`,
      `2 ${CHILD._id} erased`,
      `3 ${aMother()._id} taken`,
    ]);
    expect(counts.erased).toBe(2);
    expect(await idsIn(target.store)).not.toContain(CHILD._id);
    expect(await idsIn(target.store)).not.toContain(aScreening()._id);
  });

  it('never replace what was changed or removed here', async () => {
    const target = await targetOf(await open());
    await imported(target, LINES);
    const { store } = target;
    const child = await store.read(CHILD._id);
    const mother = await store.read(aMother()._id);
    await store.write([
      { ...CHILD, _rev: child?._rev ?? '', ward: 'B', statusColor: 'normalZscore' },
      { _id: aMother()._id, _rev: mother?._rev ?? '', _deleted: true, why: 'removed' },
    ]);
    const { told } = await imported(target, LINES);
    expect(told[1]).toBe(`2 ${CHILD._id} differs ward`);
    expect(told[2]).toBe(`3 ${aMother()._id} removed-here`);
    expect(await store.read(CHILD._id)).toMatchObject({ ward: 'B' });
    expect(await store.read(aMother()._id)).toBeNull();
  });
});

describe('the documents of a file', () => {
  it('a file’s documents may refer to children that are in the unit already', async () => {
    const target = await targetOf(await aStores());
    await target.store.write([{ ...CHILD }]);
    const screening = { ...aScreening(), gender: undefined };
    expect((await imported(target, [screening])).told).toEqual([
      `1 ${aScreening()._id} repaired gender`,
    ]);
  });

  it('takes the sex of a child that does not say it from its screenings, where they agree', async () => {
    const target = await targetOf(await aStores());
    const without = (id: string) => ({ ...aChild({ _id: id }), gender: undefined });
    const visit = (id: string, owner: string, gender: 'Boy' | 'Girl') =>
      aScreening({ _id: id, owner, gender });
    const { told } = await imported(target, [
      without('chld_a'),
      without('chld_b'),
      { ...without('chld_c'), gender: '?' },
      visit('scr_1', 'chld_a', 'Girl'),
      visit('scr_2', 'chld_a', 'Girl'),
      { ...visit('scr_3', 'chld_a', 'Girl'), gender: undefined },
      visit('scr_4', 'chld_b', 'Girl'),
      visit('scr_5', 'chld_b', 'Boy'),
      visit('scr_6', 'chld_c', 'Boy'),
    ]);
    expect(told.slice(0, 3)).toEqual([
      '1 chld_a taken gender-of-screenings',
      '2 chld_b unreadable gender-invalid',
      '3 chld_c unreadable gender-invalid',
    ]);
    expect(told[5]).toContain('6 scr_3 repaired');
    expect(await target.store.read('chld_a')).toMatchObject({ gender: 'Girl' });
  });

  it('with a repeated id are imported once: the first one', async () => {
    const target = await targetOf(await aStores());
    const { told } = await imported(target, [CHILD, { ...CHILD, ward: 'B' }]);
    expect(told).toEqual([`1 ${CHILD._id} taken`, `2 ${CHILD._id} twice`]);
    expect(await target.store.read(CHILD._id)).toMatchObject({ ward: CHILD.ward });
  });

  it('documents are imported even if other lines are none, which are named by number', async () => {
    const target = await targetOf(await aStores());
    const path = aFile([CHILD, 'nonsense', aMother()]);
    const latin1 = Buffer.from('{"_id":"chld_peña"}\n', 'latin1');
    writeFileSync(
      path,
      Buffer.concat([latin1, Buffer.from(`{"_id":${'['.repeat(70)}${']'.repeat(70)}}\n`)]),
      { flag: 'a' },
    );
    const told: string[] = [];
    await importDocuments(fileSource(path), target, {
      isDryRun: false,
      takesOtherUnits: false,
      tell: async ({ line, outcome, reasons }) => {
        told.push([line, outcome, ...reasons].join(' '));
      },
    });
    expect(told).toEqual([
      '1 taken',
      '2 refused not-json',
      '3 taken',
      '4 refused not-utf8',
      '5 refused too-deep',
    ]);
  });

  it('documents of another unit are refused, unless they are requested', async () => {
    const target = await targetOf(await aStores());
    const other = aChild({ _id: 'chld_coban_stake_gtm_1746878400000_aaaaaa' });
    expect((await imported(target, [other])).counts).toEqual({ refused: 1 });
    expect(await idsIn(target.store)).toEqual([]);
    const asked = await imported(target, [other], { takesOtherUnits: true });
    expect(asked.counts).toEqual({ taken: 1 });
  });

  it('documents that a phone brings between reading and writing are recognised', async () => {
    const target = await targetOf(await aStores());
    const { store } = target;
    let isFirst = true;
    const injected: DocumentStore = Object.assign(Object.create(store) as DocumentStore, {
      write: async (drafts: Parameters<DocumentStore['write']>[0]) => {
        if (isFirst) {
          isFirst = false;
          await store.write([{ ...CHILD, ward: 'brought' } satisfies Child & { ward: string }]);
        }
        return store.write(drafts);
      },
      ...bound(store),
    });
    const { told } = await imported({ ...target, store: injected }, [CHILD, aMother()]);
    expect(told).toEqual([`1 ${CHILD._id} differs ward`, `2 ${aMother()._id} taken`]);
  });
});

/**
 * Methods bound to the store itself, because private fields are not reachable through a prototype.
 */
function bound(store: DocumentStore) {
  return {
    list: store.list.bind(store),
    readManyRevisions: store.readManyRevisions.bind(store),
  };
}
