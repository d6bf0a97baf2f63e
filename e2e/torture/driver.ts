import {
  assessScreening,
  type Child,
  canonical,
  emptyScreeningDraft,
  type IsoDate,
  type Screening,
} from '@crece/domain';
import { type Author, type LocalUnit, StorageError } from '@crece/storage';
import type { SyncOutcome, UnitSync } from '@crece/storage/sync';
import type { Act } from './acts.ts';

/** One revision of one record. */
export interface Revision {
  id: string;
  rev: string;
  /** Of a screening: its child. */
  owner?: string;
}

/** A phone's state for comparison: each record's leaves, sorted. */
export type Leaves = readonly (readonly [id: string, leaves: readonly string[]])[];

/** What a test can do on a phone, in a Node process or a Chromium page. */
export interface Driver {
  /** Returns the revisions that were acknowledged as saved; none when no record was suitable. */
  act(act: Act): Promise<Revision[]>;
  sync(): Promise<SyncOutcome>;
  leaves(): Promise<Leaves>;
  /** The body of every leaf, in the form of `contentOf`. */
  contents(): Promise<string[]>;
  /** Those of the given revisions that are not on this phone. */
  missing(asked: readonly Revision[]): Promise<Revision[]>;
  /** Ids of records with an open conflict for which no task is shown. */
  conflictsWithoutTask(): Promise<string[]>;
  pending(): Promise<number>;
  /** Ids of the records that are marked as existing only on this device. */
  pendingIds(): Promise<string[]>;
  /** Ids of the children in the list. */
  listed(): Promise<string[]>;
  refused(): Promise<number>;
  /** Local sequence: every local write increases it. */
  sequence(): Promise<number>;
}

interface PhoneParts {
  unit: LocalUnit;
  sync: UnitSync;
  author: Author;
  clock: () => Date;
}

const FEED_PAGE = 1_000;

/** A leaf's body as text; equal for equal bodies on any phone. */
export function contentOf({ _revisions, ...body }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(canonical(body));
}

/** The picked record does not allow the action (too old, changed meanwhile, gone). */
class NothingToDo extends Error {}

function pickFrom<T>(list: readonly T[], pick: number): T {
  const picked = list[Math.floor(pick * list.length)];
  if (picked === undefined) throw new NothingToDo();
  return picked;
}

export async function createDriver({ unit, sync, author, clock }: PhoneParts): Promise<Driver> {
  const engine = await unit.engine();
  const { store } = engine;

  const today = (): IsoDate => clock().toISOString().slice(0, 10);
  const byKey = <T extends { searchKey: string }>(rows: readonly T[]): T[] =>
    rows.toSorted((a, b) => (a.searchKey < b.searchKey ? -1 : 1));

  async function fileOf(pick: number): Promise<{ child: Child; screenings: readonly Screening[] }> {
    const row = pickFrom(byKey(unit.snapshot().children), pick);
    const file = await unit.readChildFile(row.id);
    if (file === null) throw new NothingToDo();
    return file;
  }

  function screeningOf(screenings: readonly Screening[], pick: number): Screening {
    // Ids contain time and random characters, both determined by the seed.
    return pickFrom(
      screenings.toSorted((a, b) => (a._id < b._id ? -1 : 1)),
      pick,
    );
  }

  function assessed(
    child: Child,
    others: readonly Screening[],
    typed: Partial<ReturnType<typeof emptyScreeningDraft>>,
    surveyDate: IsoDate,
  ) {
    const draft = { ...emptyScreeningDraft(surveyDate), ...typed };
    const checked = assessScreening(draft, child, others, today());
    if (!checked.ok) throw new NothingToDo();
    const { fields, assessment } = checked.value;
    // Random figures are sometimes beyond ±5; the person has then confirmed "save anyway".
    return { fields: { ...fields, zScoreConfirmed: true as const }, assessment };
  }

  async function chooseTask(act: Extract<Act, { kind: 'choose' }>): Promise<void> {
    const refs = unit.snapshot().sync.tasks.toSorted((a, b) => (a.title < b.title ? -1 : 1));
    const task = await unit.readTask(pickFrom(refs, act.pick).id);
    if (task === null) throw new NothingToDo();
    const choice = Object.fromEntries(task.fields.map((field) => [field, act.side]));
    if (task.kind === 'values') await unit.choose(task, choice, author, clock());
    else if (act.keeps) await unit.keep(task, choice, author, clock());
    else await unit.confirmRemoval(task, author, clock());
  }

  async function writeNewerField(act: Extract<Act, { kind: 'write-newer-field' }>): Promise<void> {
    const { id } = pickFrom(byKey(unit.snapshot().children), act.pick);
    const [winner] = await store.leaves(id);
    if (winner === undefined || winner._deleted === true) throw new NothingToDo();
    const { _revisions, ...document } = winner;
    const stamp = { ...(document['stamp'] as object), futureField: _revisions.start + 1 };
    const device = engine.device.id;
    const next = { ...document, futureField: act.value, rules: '2', device, stamp };
    await store.write([next], 'strict');
    await engine.announce();
  }

  async function perform(act: Act): Promise<unknown> {
    const now = clock();
    switch (act.kind) {
      case 'create-child':
        return unit.createChild(
          {
            firstName: act.name,
            lastName: 'Tortura',
            gender: act.isGirl ? 'Girl' : 'Boy',
            birthDate: act.birthDate,
            memberStatus: 'Unknown',
            monthAge: 12,
          },
          author,
          now,
        );
      case 'edit-child': {
        const { child } = await fileOf(act.pick);
        return unit.editChild(child, { ...child, [act.field]: act.value }, author, now);
      }
      case 'correct-birth-date': {
        const { child } = await fileOf(act.pick);
        return unit.editChild(child, { ...child, birthDate: act.birthDate }, author, now);
      }
      case 'screen': {
        const { child, screenings } = await fileOf(act.pick);
        const { height, weight, muac } = act;
        const typed = assessed(child, screenings, { height, weight, muac }, today());
        return unit.saveScreening(child._id, typed, author, now);
      }
      case 'edit-screening': {
        const { child, screenings } = await fileOf(act.pick);
        const base = screeningOf(screenings, act.pickScreening);
        const others = screenings.filter(({ _id }) => _id !== base._id);
        const text = (figure: number | undefined): string => figure?.toString() ?? '';
        const typed = { height: text(base.height), weight: act.weight, muac: text(base.muac) };
        const edited = assessed(child, others, typed, base.surveyDate);
        return unit.saveScreening(child._id, { base, ...edited }, author, now);
      }
      case 'remove-screening': {
        const { child, screenings } = await fileOf(act.pick);
        const { _id } = screeningOf(screenings, act.pickScreening);
        return unit.removeScreening(child._id, _id, author, now);
      }
      case 'remove-child':
        return unit.removeChild((await fileOf(act.pick)).child._id, author, now);
      case 'merge-children': {
        const rows = byKey(unit.snapshot().children);
        const one = pickFrom(rows, act.pick);
        const { id } = pickFrom(
          rows.filter((row) => row !== one),
          act.pickOther,
        );
        const fromLarger = act.takes ? (['birthDate', 'phone', 'ward'] as const) : [];
        return unit.mergeChildren({ ids: [one.id, id], fromLarger }, author, now);
      }
      case 'unmerge-child': {
        const merged = new Set(unit.snapshot().pairs?.leads.values());
        const rows = byKey(unit.snapshot().children).filter(({ id }) => merged.has(id));
        const file = await unit.readChildFile(pickFrom(rows, act.pick).id);
        const records = [file?.child, ...(file?.others ?? [])];
        const record = pickFrom(records, act.pickRecord);
        return unit.unmergeChildren(record?._id ?? '', author, now);
      }
      case 'create-mother':
        return unit.saveMother(
          'pregnant',
          {
            firstName: act.name,
            lastName: 'Tortura',
            memberStatus: 'Yes',
            deliveryDate: today(),
          },
          author,
          now,
        );
      case 'edit-mother': {
        const { id } = pickFrom(byKey(unit.snapshot().mothers), act.pick);
        const base = await unit.readMother(id);
        if (base === null) throw new NothingToDo();
        return unit.saveMother('pregnant', { ...base, ward: act.value }, author, now, base);
      }
      case 'remove-mother':
        return unit.removeMother(
          pickFrom(byKey(unit.snapshot().mothers), act.pick).id,
          author,
          now,
        );
      case 'choose':
        return chooseTask(act);
      case 'write-newer-field':
        return writeNewerField(act);
    }
  }

  async function changedSince(since: number): Promise<Revision[]> {
    const changed: Revision[] = [];
    for (let from = since; ; ) {
      const { changes, sequence } = await store.changesSince(from, FEED_PAGE);
      for (const { id, leaves, document } of changes) {
        const { owner } = document;
        const of = typeof owner === 'string' ? { owner } : {};
        for (const rev of leaves) changed.push({ id, rev, ...of });
      }
      if (changes.length < FEED_PAGE) return changed;
      from = sequence;
    }
  }

  async function leaves(): Promise<Leaves> {
    const byId = new Map<string, string[]>();
    for (const { id, rev } of await changedSince(0)) {
      byId.set(id, [...(byId.get(id) ?? []), rev].sort());
    }
    return [...byId].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  return {
    async act(act) {
      const before = await store.lastSequence();
      try {
        await perform(act);
      } catch (error) {
        // Records that a first download has not completed are not removed.
        const isExpected =
          error instanceof NothingToDo ||
          (error instanceof StorageError &&
            (error.code === 'not-found' || error.code === 'still-arriving'));
        if (!isExpected) throw error;
      }
      return changedSince(before);
    },
    sync: () => sync.run(),
    leaves,
    async contents() {
      const ids = (await leaves()).map(([id]) => id);
      return (await store.leavesOfMany(ids)).flat().map(contentOf);
    },
    async missing(asked) {
      const byId = new Map<string, string[]>();
      for (const { id, rev } of asked) byId.set(id, [...(byId.get(id) ?? []), rev]);
      const missing = await store.missing(byId);
      return [...missing].flatMap(([id, revs]) => revs.map((rev) => ({ id, rev })));
    },
    async conflictsWithoutTask() {
      const shown = new Set(unit.snapshot().sync.tasks.map(({ id }) => id));
      const hidden: string[] = [];
      for (const [id, revs] of await leaves()) {
        if (revs.length < 2 || shown.has(id)) continue;
        const bodies = await store.leaves(id);
        // Neither a version that was merged nor one that moved away beside a living one is a question.
        const open = bodies.filter(
          ({ _deleted, why }) => !(_deleted && (why === 'merged' || why === 'moved')),
        );
        if (open.length > 1 && open.some((leaf) => leaf._deleted !== true)) hidden.push(id);
      }
      return hidden;
    },
    async pending() {
      await unit.ready();
      return unit.snapshot().pending;
    },
    async pendingIds() {
      await unit.ready();
      return [...engine.pendingIds()];
    },
    async listed() {
      await unit.ready();
      const { children, pairs } = unit.snapshot();
      const rows = children.map(({ id }) => id);
      // The records behind one that leads are listed with it.
      const behind = [...(pairs?.leads ?? [])].filter(([, lead]) => rows.includes(lead));
      const named = await store.leavesOfMany(behind.map(([id]) => id));
      // One that was erased may still be named by another.
      const here = named.flat().filter(({ _deleted }) => _deleted !== true);
      return [...new Set([...rows, ...here.map(({ _id }) => _id)])];
    },
    async refused() {
      return unit.snapshot().sync.refused.length;
    },
    sequence: () => store.lastSequence(),
  };
}
