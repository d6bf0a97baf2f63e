import { assessStored, compareWithTold, readDocument, rulesText } from '@crece/domain';
import { aChild, anAssessedScreening, aScreening } from '@crece/domain/testing';
import { planMerge, signedBy } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { couchBackEnds, couchStores } from '../store/testing/couch-back-ends.ts';
import { all, replicated } from '../store/testing/support.ts';
import { aStores } from '../testing/test-app.ts';
import { convertUnit } from './convert-unit.ts';

const UNIT = { countryCode: 'GTM' };
const CHILD = aChild();
const SCREENING = aScreening({ owner: CHILD._id });
const signature = {
  name: 'Ana Admin',
  now: new Date('2026-03-01T10:00:00Z'),
  device: 'server',
  settings: 3,
};

const run = (store: DocumentStore, different: { isDryRun?: boolean } = {}) =>
  convertUnit(store, UNIT, { signature, isDryRun: false, ...different });

/**
 * A screening of an older system: with its own figures and class, without the version of our rules.
 */
function older(different: object = {}) {
  const { rules: _rules, device: _device, ...screening } = SCREENING;
  return {
    ...screening,
    zScore: { ha: 0.4, wa: 0.2, wh: 0.1 },
    status: 'GREEN_CHILD',
    ...different,
  };
}

async function aUnit(stores: Stores, documents: readonly object[]): Promise<DocumentStore> {
  const store = await stores.open('unit_test_stake_gtm');
  await store.write(documents.map((document) => ({ _id: '', ...document })));
  return store;
}

const NOTHING = { unreadable: 0, withoutChild: 0, waiting: 0 };

const BACK_ENDS: [string, () => Promise<Stores>][] = [
  ['SQLite', () => aStores()],
  ...couchBackEnds().map((backEnd): [string, () => Promise<Stores>] => [
    backEnd.name,
    async () => couchStores(backEnd),
  ]),
];

describe.each(BACK_ENDS)('"Convert z-scores" in a unit on %s', (_name, open) => {
  it('counts a child of several records once, and assesses all its screenings by the leading one', async () => {
    const other = {
      ...CHILD,
      _id: `${CHILD._id}x`,
      birthDate: '2021-01-01',
      sameAs: [{ id: CHILD._id, decided: 1 }],
    };
    const later = {
      ...older({ _id: `${SCREENING._id}x`, owner: other._id }),
      surveyDate: '2025-12-01',
    };
    const store = await aUnit(await open(), [CHILD, other, older(), later]);
    const { children, screenings, withoutChild } = await run(store);
    expect({ children, screenings, withoutChild }).toEqual({
      children: 1,
      screenings: 2,
      withoutChild: 0,
    });
    expect(await store.read(CHILD._id)).toMatchObject({ lastScreening: later._id });
    const { monthAge } = assessStored({ ...SCREENING, surveyDate: later.surveyDate }, CHILD, []);
    expect(await store.read(later._id)).toMatchObject({ owner: other._id, monthAge });
    expect((await store.read(other._id))?._rev).toMatch(/^1-/);
    const written = await all(store.list());
    await run(store);
    expect(await all(store.list())).toEqual(written);
  });

  it('writes the reassessed figures, signed and stamped, and keeps the first assessment in told', async () => {
    const store = await aUnit(await open(), [{ ...CHILD, statusColor: 'normalZscore' }, older()]);
    expect(await run(store)).toEqual({
      ...{ screenings: 1, changedScreenings: 1, children: 1, changedChildren: 1 },
      ...NOTHING,
    });
    expect(await store.read(SCREENING._id)).toMatchObject({
      zScore: SCREENING.zScore,
      status: 'RED_CHILD',
      told: {
        zScore: { ha: 0.4, wa: 0.2, wl: 0.1 },
        status: 'GREEN_CHILD',
        reason: 'older-record',
      },
      created: SCREENING.created,
      updatedAt: '2026-03-01T10:00:00.000Z',
      updatedBy: 'Ana Admin',
      device: 'server',
      rules: rulesText(3),
      stamp: { zScore: 2, status: 2, told: 2 },
    });
    expect(await store.read(CHILD._id)).toMatchObject({
      statusColor: 'redZoneZscore',
      stamp: { statusColor: 2 },
    });
  });

  it('writes nothing at a second run, so that phones have nothing to fetch', async () => {
    const store = await aUnit(await open(), [CHILD, older()]);
    await run(store);
    const before = await all(store.list());
    const later = { ...signature, now: new Date('2026-03-02T10:00:00Z') };
    expect(await convertUnit(store, UNIT, { signature: later, isDryRun: false })).toMatchObject({
      changedScreenings: 0,
      changedChildren: 0,
    });
    expect(await all(store.list())).toEqual(before);
  });

  it('counts in a dry run what it would change, and writes nothing', async () => {
    const store = await aUnit(await open(), [CHILD, older()]);
    expect(await run(store, { isDryRun: true })).toMatchObject({ changedScreenings: 1 });
    expect(await store.read(SCREENING._id)).toMatchObject({ status: 'GREEN_CHILD' });
  });

  it('skips a child while a conflict in its records is unresolved', async () => {
    const store = await aUnit(await open(), [{ ...CHILD, statusColor: 'normalZscore' }]);
    const revs = ['a', 'b'].map((digit) => `1-${digit.repeat(32)}`);
    await store.writeRevisions(
      revs.map((rev) => replicated(SCREENING._id, [rev], older({ muac: 12 }))),
    );
    expect(await run(store)).toEqual({
      ...{ screenings: 1, changedScreenings: 0, children: 1, changedChildren: 0 },
      ...{ unreadable: 0, withoutChild: 0, waiting: 2 },
    });
    expect((await store.leaves(SCREENING._id)).map(({ rev }) => rev).sort()).toEqual(revs);
    expect((await store.read(CHILD._id))?._rev).toMatch(/^1-/);
  });

  it('reads a record again that a phone writes meanwhile, and loses nothing of it', async () => {
    const store = await aUnit(await open(), [CHILD, older()]);
    const injected = injection(store, async () => {
      const stored = await store.read(SCREENING._id);
      await store.write([{ ...stored, _id: SCREENING._id, weight: 6.2, updatedBy: 'Luis' }]);
      // An earlier screening of the same child, so the first one is no longer the first.
      await store.write([{ ...older({ _id: 'scr_earlier', surveyDate: '2025-04-10' }) }]);
    });
    const counts = await run(injected);
    expect(counts).toMatchObject({ screenings: 2, changedScreenings: 2 });
    const documents = (await all(store.list())).map((raw) =>
      readDocument(raw, { timeZone: 'UTC' }),
    );
    const screenings = documents.flatMap((read) =>
      read.kind === 'screening' ? [read.screening] : [],
    );
    expect(screenings).toHaveLength(2);
    for (const screening of screenings) {
      const { zScore, status, actions } = compareWithTold(screening, CHILD, screenings);
      expect(screening).toMatchObject({ zScore, status, actions });
    }
    expect(await store.read(SCREENING._id)).toMatchObject({ weight: 6.2 });
  });
});

/** A store in which another writer writes just before this run's first conversion. */
function injection(store: DocumentStore, inject: () => Promise<void>): DocumentStore {
  let isFirst = true;
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(target) as unknown;
      return async (drafts: Parameters<DocumentStore['write']>[0]) => {
        if (isFirst) {
          isFirst = false;
          await inject();
        }
        return target.write(drafts);
      };
    },
  });
}

describe('a record written by "Convert z-scores"', () => {
  it('merges with a simultaneous correction by a phone, without a conflict', async () => {
    // As stored by an older system: the gate repairs the height, and the conversion keeps it.
    const store = await aUnit(await aStores(), [CHILD, older({ height: '68.5' })]);
    const before = await store.read(SCREENING._id);
    await run(store);
    const converted = await store.read(SCREENING._id);
    if (before === null || converted === null) throw new Error('the screening is gone');
    const corrected = { ...SCREENING, weight: 6.2, status: 'ORANGE_CHILD' };
    const author = {
      name: 'Luis',
      now: new Date('2026-03-01T10:00:01Z'),
      device: 'phone',
      settings: 0,
    };
    const phone = { ...signedBy(author, corrected, before), _rev: `2-${'f'.repeat(32)}` };
    for (const [winner, other] of [
      [converted, phone],
      [phone, converted],
    ] as const) {
      const plan = planMerge(winner, other, 1);
      expect(plan.kind).toBe('merged');
      const merged = plan.kind === 'merged' ? (plan.body ?? winner) : null;
      expect(merged).toMatchObject({ weight: 6.2 });
    }
  });
});

describe('records that "Convert z-scores" does not change', () => {
  it('unreadable records and screenings without a child are counted, not changed', async () => {
    const lost = older({ _id: 'scr_lost', owner: 'chld_gone' });
    const ofBroken = older({ _id: 'scr_of_broken', owner: 'chld_broken' });
    const store = await aUnit(await aStores(), [
      CHILD,
      { ...aChild({ _id: 'chld_broken' }), birthDate: 'ayer' },
      lost,
      ofBroken,
      older({ _id: 'scr_garbage', surveyDate: 'garbage' }),
      older({ _id: 'scr_garbage_lost', owner: '', surveyDate: 'garbage' }),
      older(),
    ]);
    expect(await run(store)).toEqual({
      ...{ screenings: 5, changedScreenings: 1, children: 2, changedChildren: 0 },
      ...{ unreadable: 3, withoutChild: 2, waiting: 0 },
    });
    expect(await store.read('scr_lost')).toMatchObject({ status: 'GREEN_CHILD' });
  });

  it('records whose figures are already right are not written', async () => {
    const screening = anAssessedScreening(CHILD, { height: 68.5, weight: 7.1, muac: 11.9 });
    const store = await aUnit(await aStores(), [CHILD, screening]);
    const { updateSeq } = await store.info();
    await run(store);
    expect((await store.info()).updateSeq).toBe(updateSeq);
  });

  it('records that the same job wrote before a kill are counted as changed', async () => {
    const store = await aUnit(await aStores(), [CHILD, older()]);
    const first = await run(store);
    expect(await run(store)).toEqual(first);
  });
});
