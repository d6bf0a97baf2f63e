import {
  type Child,
  type ChildFields,
  type IsoDate,
  kindOfId,
  type Mother,
  newestFirst,
  newId,
  planChildEdit,
  planScreeningRemoval,
  planScreeningSave,
  readDocument,
  type Screening,
  withChildFields,
  withMotherFields,
} from '@crece/domain';
import {
  type ChildFile,
  type Choice,
  type Live,
  type LocalSize,
  type LocalUnit,
  StorageError,
  type SyncState,
  type Task,
  type UnitSnapshot,
  type UnreadableDocument,
} from '@crece/storage';
import { motherRowOf, rowOf } from './fake-rows.ts';

/** What a test puts into a unit before it looks at a page. */
export interface FakeUnitContent {
  stakeDB?: string;
  children?: readonly Child[];
  screenings?: readonly Screening[];
  mothers?: readonly Mother[];
  unreadable?: readonly UnreadableDocument[];
  /** Ids of children and mothers that exist only on this device. */
  pendingIds?: readonly string[];
  /** Differs from a unit that was never synchronised; tasks come from `tasks`. */
  sync?: Partial<Omit<SyncState, 'tasks'>>;
  /** Open conflicts, as `readTask` tells them. */
  tasks?: readonly Task[];
  /** Removed records by id, for `putBack` and `readRemoved`. */
  removed?: Readonly<Record<string, Child | Screening | Mother>>;
  size?: LocalSize;
  /** Server clock minus device clock in milliseconds; null: no contact yet. */
  clockDifference?: number | null;
  /** The reader's date: a screening dated after the day that follows it does not count. */
  today?: IsoDate;
}

/** A unit in memory, and the two things that a test needs besides: a fault, and a change from elsewhere. */
export interface FakeUnit extends LocalUnit {
  /** The next write is refused with this fault and changes nothing. */
  failNextWrite(fault: StorageError): void;
  /** Puts a record in place as if another tab had written it. */
  changeElsewhere(record: Child | Screening | Mother): void;
  /** A child with its screenings, or one screening, goes away as if somebody else had removed it. */
  removeElsewhere(id: string, removal: { removedBy: string; removedAt: string }): void;
  /** What is known of the synchronisation changes. */
  changeSync(next: Partial<Omit<SyncState, 'tasks'>>): void;
  /** Other tasks wait from now on: somebody else chose, or another value came. */
  changeTasks(next: readonly Task[]): void;
  /** This many records exist only here, whatever was written. */
  setPending(count: number): void;
}

/** A unit that was never synchronised and of which nothing is to come. */
const NEVER_SYNCED: SyncState = {
  stamp: null,
  isIncomplete: false,
  arrival: 'whole',
  madeHere: [],
  refused: [],
  tasks: [],
  vanished: null,
};

const isChild = (record: Child | Screening | Mother): record is Child =>
  kindOfId(record._id) === 'chld';

function byName(a: { searchKey: string; id: string }, b: { searchKey: string; id: string }) {
  return a.searchKey < b.searchKey || (a.searchKey === b.searchKey && a.id < b.id) ? -1 : 1;
}

/**
 * A `LocalUnit` that lives in memory, for tests of pages in jsdom, which has no IndexedDB. It writes
 * by the domain's own plans; what only a real database can do is tested in `packages/storage`.
 */
export function fakeUnit(content: FakeUnitContent = {}): FakeUnit {
  const stakeDB = content.stakeDB ?? 'test_stake_gtm';
  const today = content.today ?? '2025-06-10';
  const children = new Map((content.children ?? []).map((each) => [each._id, each]));
  const screenings = new Map((content.screenings ?? []).map((each) => [each._id, each]));
  const mothers = new Map((content.mothers ?? []).map((each) => [each._id, each]));
  const pendingIds = new Set(content.pendingIds ?? []);
  const removed = new Map(Object.entries(content.removed ?? {}));
  let sync: SyncState = { ...NEVER_SYNCED, ...content.sync };
  let tasks = content.tasks ?? [];
  let shownPending: number | null = null;
  const listeners = new Set<() => void>();
  let nextFault: StorageError | null = null;
  let writes = 0;
  let shown = snapshotOf();
  let files = new Map<string, ChildFile | null>();
  const lives = new Map<string, Live<ChildFile | null>>();

  function screeningsOf(childId: string): Screening[] {
    return newestFirst([...screenings.values()].filter(({ owner }) => owner === childId));
  }

  function snapshotOf(): UnitSnapshot {
    const wards = [...children.values(), ...mothers.values()].flatMap(({ ward }) => ward ?? []);
    return {
      state: 'ready',
      children: [...children.values()]
        .map((child) => rowOf(child, screeningsOf(child._id), today, pendingIds.has(child._id)))
        .sort(byName),
      mothers: [...mothers.values()]
        .map((mother) => motherRowOf(mother, pendingIds.has(mother._id)))
        .sort(byName),
      wards: [...new Set(wards)].sort(),
      unreadable: content.unreadable ?? [],
      orphans: [...screenings.values()].filter(({ owner }) => !children.has(owner)),
      pending: shownPending ?? pendingIds.size,
      sync: {
        ...sync,
        tasks: tasks.map(({ first: _first, second: _second, more: _more, ...ref }) => ref),
      },
    };
  }

  function fileOf(id: string): ChildFile | null {
    const known = files.get(id);
    if (known !== undefined) return known;
    const child = children.get(id);
    const file =
      child === undefined
        ? null
        : { child, screenings: screeningsOf(id), pendingIds: [...pendingIds] };
    files.set(id, file);
    return file;
  }

  function changed(): void {
    shown = snapshotOf();
    files = new Map();
    for (const listener of listeners) listener();
  }

  function write(): void {
    const fault = nextFault;
    nextFault = null;
    if (fault !== null) throw fault;
    writes += 1;
  }

  function existing(id: string): Child {
    const child = children.get(id) ?? removed.get(id);
    if (child === undefined || !isChild(child)) throw new StorageError('not-found');
    return child;
  }

  function place(record: Child | Screening | Mother): void {
    if ('surveyDate' in record) screenings.set(record._id, record);
    else if ('gender' in record) children.set(record._id, record);
    else mothers.set(record._id, record);
  }

  /** A write by a person: the record is new, and exists only here. */
  function put<T extends Child | Screening | Mother>(store: Map<string, T>, record: T): T {
    const stored = { ...record, _rev: `${writes}-fake` };
    store.set(record._id, stored);
    pendingIds.add(record._id);
    return stored;
  }

  function putPlan(plan: { child: Child; screenings: readonly Screening[] }): Child {
    for (const screening of plan.screenings) put(screenings, screening);
    return put(children, plan.child);
  }

  /** Ends a task with the values chosen, as another revision of the version that was shown. */
  function settle(task: Task, choice: Choice): void {
    write();
    if (!tasks.includes(task)) throw new StorageError('changed-meanwhile', { fields: task.fields });
    const chosen: Record<string, unknown> = { ...task.first.document };
    for (const [field, side] of Object.entries(choice)) chosen[field] = task[side].document[field];
    const read = readDocument(chosen, { timeZone: 'UTC' });
    if (read.kind === 'child') put(children, read.child);
    if (read.kind === 'screening') put(screenings, read.screening);
    if (read.kind === 'mother') put(mothers, read.mother);
    tasks = tasks.filter((each) => each !== task);
    changed();
  }

  function forget(id: string): void {
    children.delete(id);
    screenings.delete(id);
    mothers.delete(id);
  }

  return {
    stakeDB,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => shown,
    ready: async () => undefined,
    childFile: (id) => {
      const live = lives.get(id) ?? {
        subscribe: (listener: () => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        snapshot: () => fileOf(id),
      };
      lives.set(id, live);
      return live;
    },
    readChildFile: async (id) => fileOf(id),
    readMother: async (id) => mothers.get(id) ?? null,
    documents: async () => [
      ...children.values(),
      ...screenings.values(),
      ...mothers.values(),
      ...(content.unreadable ?? []).map(({ raw }) => raw),
    ],

    createChild: async (fields: ChildFields & { monthAge?: number }, author, now) => {
      write();
      const created = now.toISOString();
      const child = put(children, {
        _id: newId('chld', stakeDB, now),
        ...fields,
        interviewer: author.name,
        created,
      });
      changed();
      return child;
    },
    editChild: async (base, fields, _author, _now, options) => {
      write();
      const stored = existing(base._id);
      const contested = (Object.keys(fields) as (keyof ChildFields)[]).filter(
        (name) => stored[name] !== base[name] && stored[name] !== fields[name],
      );
      if (contested.length > 0 && options?.overwrite !== true) {
        throw new StorageError('changed-meanwhile', { fields: contested });
      }
      const child = putPlan(
        planChildEdit(stored, withChildFields(stored, fields), screeningsOf(base._id)),
      );
      changed();
      return child;
    },
    removeChild: async (id) => {
      write();
      existing(id);
      const gone = screeningsOf(id);
      for (const { _id } of gone) screenings.delete(_id);
      children.delete(id);
      changed();
      return { screenings: gone.length };
    },

    saveScreening: async (childId, { base, fields, assessment }, author, now) => {
      write();
      const child = existing(childId);
      const screening: Screening = {
        _id: base?._id ?? newId('scr', stakeDB, now),
        owner: childId,
        gender: child.gender,
        interviewer: base?.interviewer ?? author.name,
        created: base?.created ?? now.toISOString(),
        ...fields,
        ...assessment,
      };
      putPlan(planScreeningSave(child, screeningsOf(childId), screening));
      changed();
      return screenings.get(screening._id) ?? screening;
    },
    removeScreening: async (childId, screeningId) => {
      write();
      const child = existing(childId);
      const plan = planScreeningRemoval(child, screeningsOf(childId), screeningId);
      screenings.delete(screeningId);
      putPlan(plan);
      changed();
    },

    saveMother: async (_kind, fields, author, now, base) => {
      write();
      const record: Mother =
        base === undefined
          ? {
              _id: newId('mthr', stakeDB, now),
              ...fields,
              interviewer: author.name,
              created: now.toISOString(),
            }
          : withMotherFields(base, fields);
      const mother = put(mothers, record);
      changed();
      return mother;
    },
    removeMother: async (id) => {
      write();
      if (!mothers.delete(id)) throw new StorageError('not-found');
      changed();
    },
    fill: async (records) => {
      const known = (id: string) => children.has(id) || screenings.has(id) || mothers.has(id);
      const missing = records.filter(({ _id }) => !known(_id));
      for (const record of missing) place(record);
      changed();
      return { written: missing.length };
    },
    close: async () => undefined,

    readTask: async (id) => tasks.find((task) => task.id === id) ?? null,
    choose: async (task, choice) => settle(task, choice),
    keep: async (task, choice) => settle(task, choice),
    confirmRemoval: async (task) => {
      write();
      forget(task.id);
      tasks = tasks.filter((each) => each !== task);
      changed();
    },
    putBack: async (id) => {
      write();
      const record = removed.get(id);
      if (record === undefined) throw new StorageError('not-found');
      place(record);
      sync = {
        ...sync,
        refused: sync.refused.filter((each) => each.id !== id && each.childId !== id),
      };
      changed();
    },
    readRemovedFile: async (childId, screeningId) => {
      const child = children.get(childId) ?? removed.get(childId);
      const isRemoved = removed.has(childId) || removed.has(screeningId ?? '');
      if (!isRemoved || child === undefined || !isChild(child)) return null;
      const own = [...screenings.values(), ...removed.values()].flatMap((each) =>
        'surveyDate' in each && each.owner === childId ? each : [],
      );
      return { child, screenings: newestFirst(own), pendingIds: [] };
    },
    readRemoved: async (id) => {
      const record = removed.get(id);
      return record === undefined ? null : { ...record };
    },
    measure: async () => content.size ?? { documents: 0, bytes: 0 },
    countLoss: async () => shown.pending,
    compact: async () => undefined,
    acknowledgeVanished: async () => {
      sync = { ...sync, vanished: null };
      changed();
    },
    clockDifference: () => content.clockDifference ?? null,

    changeSync: (next) => {
      sync = { ...sync, ...next };
      changed();
    },
    changeTasks: (next) => {
      tasks = next;
      changed();
    },
    setPending: (count) => {
      shownPending = count;
      changed();
    },
    failNextWrite: (fault) => {
      nextFault = fault;
    },
    removeElsewhere: (id, removal) => {
      for (const each of [children.get(id), screenings.get(id), ...screeningsOf(id)]) {
        if (each === undefined) continue;
        removed.set(each._id, { ...each, ...removal });
        forget(each._id);
      }
      changed();
    },
    changeElsewhere: (record) => {
      place(record);
      changed();
    },
  };
}
