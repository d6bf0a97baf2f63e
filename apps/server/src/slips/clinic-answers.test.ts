import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../audit/audit-log.ts';
import { Mover } from '../moved/mover.ts';
import type { DocumentStore, DraftDocument, StoredDocument } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { ClinicAnswers, type SlipSaid, WAITING_DAYS } from './clinic-answers.ts';
import { WaitingAnswers } from './waiting-answers.ts';

const HERE = 'test_stake_gtm';
const THERE = 'test_stake_hnd';
const SLIP = '0123456789ABCDEF';
const OTHER = 'FEDCBA9876543210';
const CHILD = `chld_${HERE}_1748880000001_aaaaaa`;
const VISIT = `scr_${HERE}_1748880000001_aaaaaa`;
const FROM = '192.0.2.7';

/** A server's databases with the answers of clinics on them, and a clock. */
async function open() {
  const stores = await aStores();
  const notes = await stores.open('sys_catalogue');
  const erasedIds = new Set<string>();
  const erased = {
    refresh: async () => undefined,
    has: (_: string, id: string) => erasedIds.has(id),
  };
  const told: AuditRecord[] = [];
  const faults: unknown[] = [];
  const clock = { now: new Date('2025-06-20T15:00:00.000Z') };
  const log = { error: (each: unknown) => void faults.push(each) };
  const options = {
    ...{ stores, notes, erased, log },
    audit: { record: async (entry: AuditRecord) => void told.push(entry) },
    units: async () => [HERE, THERE],
    clock: () => clock.now,
    onWritten: async () => undefined,
  };
  const answers = new ClinicAnswers(options);
  const restart = () => new ClinicAnswers(options);
  const unit = (stakeDB = HERE) => stores.open(`unit_${stakeDB}`);
  return { stores, notes, erased, erasedIds, told, faults, clock, log, answers, restart, unit };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function write(store: DocumentStore, ...drafts: DraftDocument[]): Promise<StoredDocument[]> {
  const results = await store.write(drafts);
  expect(results.every(({ ok }) => ok)).toBe(true);
  return [...(await store.readMany(drafts.map(({ _id }) => _id))).values()];
}

const visit = (different: object = {}): DraftDocument => ({
  ...aScreening({ _id: VISIT, owner: CHILD, surveyDate: '2025-06-10' }),
  slip: [SLIP],
  ...different,
});

/** What a phone brings. */
async function arrive({ answers, unit }: Opened, draft = visit(), stakeDB = HERE) {
  const store = await unit(stakeDB);
  await answers.arrived(stakeDB, await write(store, draft));
  await answers.settled();
}

async function say({ answers }: Opened, different: Partial<SlipSaid> = {}) {
  await answers.take({ slip: SLIP, outcome: 'seen', day: '2025-06-12', ...different }, FROM);
  await answers.settled();
}

const answersOf = async ({ unit }: Opened, id = VISIT, stakeDB = HERE) =>
  (await (await unit(stakeDB)).read(id))?.['clinicAnswers'];

const SEEN = { day: '2025-06-12', outcome: 'seen' };

describe('a clinic’s answer', () => {
  it('joins the screening that carries the slip, as typed, and the log holds four characters', async () => {
    const opened = await open();
    await arrive(opened);
    await say(opened, {
      slip: ' ol23-4567 89ab-cdef ',
      place: '  Hospital\u0000 \u202e de Cobán ',
    });
    expect(await answersOf(opened)).toEqual([{ ...SEEN, place: 'Hospital de Cobán' }]);
    expect(opened.told).toEqual([
      {
        what: 'clinic-answered',
        who: null,
        whom: HERE,
        from: FROM,
        detail: '0123 seen 2025-06-12',
      },
    ]);
    expect(opened.faults).toEqual([]);
  });

  it('waits for a screening that has not arrived, and joins it when it comes', async () => {
    const opened = await open();
    await say(opened);
    await say(opened, { outcome: 'admitted', day: '2025-06-13' });
    await say(opened, { slip: OTHER });
    await arrive(opened, visit({ slip: [SLIP, OTHER] }));
    expect(await answersOf(opened)).toEqual([SEEN, { day: '2025-06-13', outcome: 'admitted' }]);
  });

  it('joins while another unit is damaged, to which another answer waits', async () => {
    const opened = await open();
    const id = VISIT.replace(HERE, THERE);
    await arrive(
      opened,
      visit({ _id: id, owner: CHILD.replace(HERE, THERE), slip: [OTHER] }),
      THERE,
    );
    await write(await opened.unit(), visit());
    opened.stores.open = ((open) => async (name: string) => {
      if (name === `unit_${THERE}`) throw new Error('the unit is damaged');
      return open(name);
    })(opened.stores.open.bind(opened.stores));
    await say(opened, { slip: OTHER });
    await say(opened);
    await opened.answers.sweep(opened.clock.now);
    await opened.answers.settled();
    expect(await answersOf(opened)).toEqual([SEEN]);
    // What waits for the damaged unit is not lost.
    expect(await new WaitingAnswers(opened.notes).all()).toMatchObject([{ first: 'FEDC' }]);
  });

  it('is judged by the day on which it came, not by that on which its screening comes', async () => {
    const opened = await open();
    await say(opened, { day: '2025-06-22' });
    await say(opened, { day: '2025-06-21' });
    opened.clock.now = new Date('2025-08-20T15:00:00.000Z');
    await arrive(opened);
    expect(await answersOf(opened)).toEqual([{ day: '2025-06-21', outcome: 'seen' }]);
  });

  it('waits for 90 days', async () => {
    const opened = await open();
    await say(opened);
    const after = (days: number) => new Date(opened.clock.now.getTime() + days * 86_400_000);
    expect(await opened.answers.sweep(after(WAITING_DAYS))).toBe(0);
    await opened.answers.settled();
    expect(await opened.answers.sweep(after(WAITING_DAYS + 1))).toBe(1);
    await opened.answers.settled();
    await arrive(opened);
    expect(await answersOf(opened)).toBeUndefined();
  });

  it('is found by the next sweep in a unit whose records came by another way', async () => {
    const opened = await open();
    await write(await opened.unit(), visit());
    await say(opened);
    expect(await answersOf(opened)).toBeUndefined();
    await opened.answers.sweep(opened.clock.now);
    await opened.answers.settled();
    expect(await answersOf(opened)).toEqual([SEEN]);
    // What was looked through is not looked through again.
    const store = await opened.unit(THERE);
    await write(store, visit({ _id: VISIT.replace(HERE, THERE), slip: [OTHER] }));
    await say(opened, { slip: OTHER });
    await opened.answers.sweep(opened.clock.now);
    await opened.answers.settled();
    expect(await answersOf(opened, VISIT.replace(HERE, THERE), THERE)).toEqual([SEEN]);
  });

  it('goes on after a stop between its arrival and its screening', async () => {
    const opened = await open();
    await arrive(opened);
    const { answers } = opened;
    // Kept, and the work after it never began.
    const [stopped] = [opened.stores.has];
    opened.stores.has = () => Promise.reject(new Error('stopped'));
    await say(opened);
    expect(await answersOf(opened)).toBeUndefined();
    expect(opened.faults).toHaveLength(1);
    opened.stores.has = stopped;
    answers.resume();
    await answers.settled();
    expect(await answersOf(opened)).toEqual([SEEN]);
  });

  it('stays when a person writes the screening at the same moment', async () => {
    const opened = await open();
    await arrive(opened);
    const store = await opened.unit();
    const before = await store.read(VISIT);
    let isFirst = true;
    const read = store.read.bind(store);
    store.read = async (id, rev) => {
      const found = await read(id, rev);
      if (id === VISIT && isFirst && before !== null) {
        isFirst = false;
        await write(store, { ...before, weight: 7.7 });
      }
      return found;
    };
    await say(opened);
    expect(await read(VISIT)).toMatchObject({ weight: 7.7, clinicAnswers: [SEEN] });
  });

  it('joins one version, the winner; the others get it when they are merged', async () => {
    const opened = await open();
    await arrive(opened);
    const store = await opened.unit();
    const [{ document } = { document: visit() }] = await store.readRevisions(VISIT, 'leaves');
    const rev = `1-${'0'.repeat(32)}`;
    await store.writeRevisions([
      { document: { ...document, _rev: rev, weight: 6 } as StoredDocument, ancestry: [rev] },
    ]);
    await say(opened);
    const leaves = await store.readRevisions(VISIT, 'leaves');
    expect(leaves.map((leaf) => leaf.document['clinicAnswers'])).toEqual([[SEEN], undefined]);
  });
});

describe('a slip', () => {
  it('leads to its screening after its child has moved, and back', async () => {
    const opened = await open();
    const { stores, notes, erased, clock, log } = opened;
    await write(await opened.unit(), { ...aChild({ _id: CHILD }) });
    await arrive(opened);
    const mover = new Mover({
      ...{ stores, notes, erased, log, clock: () => clock.now, onWritten: async () => undefined },
      audit: { recordOnce: async () => true },
    });
    const asked = { who: 'ben', by: 'Ben', address: null };
    await mover.move({ ...asked, from: HERE, to: THERE, childId: CHILD });
    await say(opened);
    const there = VISIT.replace(HERE, THERE);
    expect(await answersOf(opened, there, THERE)).toEqual([SEEN]);
    expect(opened.told.map(({ whom }) => whom)).toEqual([THERE]);
    const childId = CHILD.replace(HERE, THERE);
    await mover.move({ ...asked, from: THERE, to: HERE, childId });
    await say(opened, { outcome: 'admitted', day: '2025-06-13' });
    expect(await answersOf(opened)).toEqual([SEEN, { day: '2025-06-13', outcome: 'admitted' }]);
  });

  it('of a removed screening waits, and answers when it is put back', async () => {
    const opened = await open();
    await arrive(opened);
    const store = await opened.unit();
    const [stored] = [...(await store.readMany([VISIT])).values()];
    const [gone] = await store.write([{ ...visit(), _rev: stored?._rev ?? '', _deleted: true }]);
    await say(opened);
    expect(gone?.ok).toBe(true);
    await arrive(opened, visit({ ...(gone?.ok ? { _rev: gone.rev } : {}) }));
    expect(await answersOf(opened)).toEqual([SEEN]);
  });

  it('of an erased record is forgotten with what waits, and an answer to it joins nothing', async () => {
    const opened = await open();
    const { notes, answers, erasedIds } = opened;
    await arrive(opened);
    const store = await opened.unit();
    const stored = await store.read(VISIT);
    await store.write([{ _id: VISIT, _rev: stored?._rev ?? '', _deleted: true }]);
    await say(opened, { place: 'Xochiquetzalina' });
    erasedIds.add(VISIT);
    await answers.forgetErased();
    const left: StoredDocument[] = [];
    for await (const document of notes.list()) left.push(document);
    expect(JSON.stringify(left)).not.toContain('Xochiquetzalina');
    expect(JSON.stringify(left)).not.toContain(VISIT);
    await say(opened);
    expect(await answersOf(opened)).toBeUndefined();
    expect(opened.told).toEqual([]);
  });

  it('stands nowhere on the server but in its record', async () => {
    const opened = await open();
    await arrive(opened);
    await say(opened);
    await say(opened, { slip: OTHER });
    const kept: StoredDocument[] = [];
    for await (const document of opened.notes.list()) kept.push(document);
    expect(kept.length).toBeGreaterThan(1);
    for (const slip of [SLIP, OTHER]) {
      expect(JSON.stringify([kept, opened.told])).not.toContain(slip);
      expect(JSON.stringify([kept, opened.told])).not.toContain(slip.slice(0, 5));
    }
  });

  it('is forgotten when no answer to it would be taken any more', async () => {
    const opened = await open();
    await arrive(opened);
    const count = async () => (await opened.notes.info()).docCount;
    const before = await count();
    await opened.answers.sweep(new Date('2026-06-11T12:00:00.000Z'));
    expect(await count()).toBe(before);
    await opened.answers.sweep(new Date('2026-06-12T12:00:00.000Z'));
    await opened.answers.settled();
    expect(await count()).toBe(before - 1);
  });
});

describe('a stop', () => {
  /** Holds back the next write; resolves, when it begins, with what lets it through. */
  function heldWrite(notes: DocumentStore): Promise<() => void> {
    const write = notes.write.bind(notes);
    return new Promise((begun) => {
      notes.write = (drafts) => {
        notes.write = write;
        return new Promise((done) => begun(() => done(write(drafts))));
      };
    });
  }

  it('waits for the sweep under way, and nothing begins after it', async () => {
    const opened = await open();
    const { answers, clock, notes } = opened;
    await write(await opened.unit(), visit());
    await say(opened);
    await say(opened, { slip: OTHER, day: '2025-06-11' });
    const after = new Date(clock.now.getTime() + (WAITING_DAYS + 1) * 86_400_000);
    const begun = heldWrite(notes);
    const sweep = answers.sweep(after);
    const go = await begun;
    let isClosed = false;
    const closed = answers.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    go();
    expect(await sweep).toBe(2);
    await closed;
    // The stores are closed now.
    Reflect.set(notes, 'read', () => Promise.reject(new Error('closed')));
    expect(await answers.sweep(after)).toBe(0);
    answers.resume();
    await answers.settled();
    expect(opened.faults).toEqual([]);
  });

  it('leaves what was taken to the next start', async () => {
    const opened = await open();
    await arrive(opened);
    await opened.answers.take({ slip: SLIP, ...SEEN, outcome: 'seen' }, FROM);
    await opened.answers.close();
    await opened.answers.settled();
    expect(await answersOf(opened)).toBeUndefined();
    const next = opened.restart();
    next.resume();
    await next.settled();
    expect(await answersOf(opened)).toEqual([SEEN]);
  });
});

it('a sweep compacts when it dropped something, and only then', async () => {
  const opened = await open();
  const { answers, clock, notes } = opened;
  let compacted = 0;
  const compact = notes.compact.bind(notes);
  notes.compact = async () => {
    compacted += 1;
    await compact();
  };
  const sweep = (days: number) =>
    answers.sweep(new Date(clock.now.getTime() + days * 86_400_000)).then(() => compacted);
  await say(opened, { slip: OTHER });
  await arrive(opened);
  expect(await sweep(WAITING_DAYS)).toBe(0);
  expect(await sweep(WAITING_DAYS + 1)).toBe(1);
  expect(await sweep(WAITING_DAYS + 1)).toBe(1);
  // The slip itself, a year after its screening.
  expect(await sweep(366)).toBe(2);
  await answers.settled();
});
