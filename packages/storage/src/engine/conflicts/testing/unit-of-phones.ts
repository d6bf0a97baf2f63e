import {
  assessScreening,
  type Child,
  type ChildFields,
  emptyScreeningDraft,
  type Screening,
} from '@crece/domain';
import { openPhone, type Phone } from '../../../testing/index.ts';
import { childFields } from '../../../testing/records.ts';
import { orderedLeaves } from '../../../unit/tasks/examine.ts';
import type { Task } from '../../../unit/tasks/types.ts';
import type { ScreeningToSave } from '../../../unit/writes/types.ts';
import type { EngineParts } from '../../core/engine.ts';
import { mergeOpen } from '../merge-open.ts';
import { hand, stateOf } from './exchange.ts';

const STAKE = 'test_stake_gtm';
const TODAY = '2025-05-10';

export type UnitAct =
  | { what: 'edit'; who: number; pick: number; field: 'comments' | 'phone' | 'ward' }
  | { what: 'add' | 'remeasure'; who: number; pick: number; height: number }
  | { what: 'reweigh'; who: number; pick: number; weight: number }
  | {
      what: 'remove' | 'removeScreening' | 'putBack' | 'sync' | 'meet' | 'merge' | 'unmerge';
      who: number;
      pick: number;
    }
  | { what: 'settle'; who: number; pick: number; parity: boolean };

function at<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

/** What a form passes to the store when it was opened with an earlier screening. */
function measured(
  child: Child,
  others: readonly Screening[],
  {
    height,
    weight = 8,
    comments,
    base,
  }: { height: number; weight?: number; comments: string; base?: Screening },
): ScreeningToSave {
  const typed = { height: `${height}`, weight: `${weight}`, muac: '13', comments };
  const draft = { ...emptyScreeningDraft(TODAY), ...typed };
  const checked = assessScreening(draft, child, others, TODAY);
  if (!checked.ok) throw new Error(`not a valid screening: ${checked.issues[0]?.code}`);
  const { fields, assessment } = checked.value;
  return { fields, assessment, ...(base === undefined ? {} : { base }) };
}

function fieldsOf(child: Child, different: Partial<ChildFields>): ChildFields {
  const { comments, phone, ward } = { ...child, ...different };
  const optional = Object.entries({ comments, phone, ward }).filter(([, value]) => value);
  const { ward: _none, ...required } = childFields();
  return { ...required, ...Object.fromEntries(optional) };
}

/**
 * A unit's phones and its server in memory: people act on the phones at random, and revisions are
 * copied unchanged between them. The server is a phone that nobody uses and that never merges.
 */
export class UnitOfPhones {
  readonly phones: readonly Phone[];
  readonly #server: Phone;
  readonly #taint: (engine: EngineParts) => EngineParts;
  readonly #childIds: readonly string[];
  /** Typed values that nobody who saw them has replaced or rejected. */
  readonly #standing = new Set<string>();
  #typed = 0;
  #moment = Date.UTC(2025, 5, 1);

  /** `taint` plants a fault into the parts that merging uses. */
  static async open(
    count: number,
    taint: (engine: EngineParts) => EngineParts = (engine) => engine,
  ): Promise<UnitOfPhones> {
    const [server, ...phones] = await Promise.all(
      Array.from({ length: count + 1 }, () => openPhone({ stakeDB: STAKE })),
    );
    const [first] = phones;
    if (server === undefined || first === undefined) throw new RangeError('a unit has phones');
    for (const { engine } of phones) await engine.ledger.note({ isWhole: true });
    const childIds: string[] = [];
    for (const firstName of ['Marisol', 'Diego']) {
      const fields = childFields({ firstName });
      const child = await first.unit.createChild(fields, { name: 'Eva' }, new Date(TODAY));
      const screening = measured(child, [], { height: 68, comments: 'first' });
      await first.unit.saveScreening(child._id, screening, { name: 'Eva' }, new Date(TODAY));
      childIds.push(child._id);
    }
    for (const each of [server, ...phones.slice(1)]) await hand(first.engine, each.engine);
    return new UnitOfPhones(server, phones, childIds, taint);
  }

  private constructor(
    server: Phone,
    phones: readonly Phone[],
    childIds: readonly string[],
    taint: (engine: EngineParts) => EngineParts,
  ) {
    this.#server = server;
    this.phones = phones;
    this.#childIds = childIds;
    this.#taint = taint;
  }

  get standing(): string[] {
    return [...this.#standing];
  }

  async close(): Promise<void> {
    for (const phone of [this.#server, ...this.phones]) await phone.close();
  }

  async merge({ engine }: Phone): Promise<number> {
    const { written } = await mergeOpen(this.#taint(engine), 0);
    return written;
  }

  /** Push, pull, merge, push; returns how many documents merging wrote. */
  async sync(phone: Phone): Promise<number> {
    await hand(phone.engine, this.#server.engine);
    await hand(this.#server.engine, phone.engine);
    const written = await this.merge(phone);
    await hand(phone.engine, this.#server.engine);
    return written;
  }

  /** Every phone synchronises once; returns how many documents merging wrote. */
  async round(): Promise<number> {
    let written = 0;
    for (const phone of this.phones) written += await this.sync(phone);
    return written;
  }

  /** Every phone receives everything; none merges. */
  async exchangeAll(): Promise<void> {
    for (const { engine } of this.phones) await hand(engine, this.#server.engine);
    for (const { engine } of this.phones) await hand(this.#server.engine, engine);
  }

  state({ engine }: Phone): Promise<string[]> {
    return stateOf(engine);
  }

  /**
   * What each phone lists: children with the ids of their screenings, and screenings without a
   * child. Throws when a living screening is listed twice or not at all.
   */
  async shown(): Promise<{ children: [string, string[]][]; orphans: string[] }[]> {
    return Promise.all(
      this.phones.map(async ({ unit, engine }) => {
        await engine.announce();
        const snapshot = unit.snapshot();
        const files = await Promise.all(snapshot.children.map(({ id }) => unit.readChildFile(id)));
        const children = files.map((file): [string, string[]] => [
          file?.child._id ?? '',
          file?.screenings.map(({ _id }) => _id).sort() ?? [],
        ]);
        const orphans = snapshot.orphans.map(({ _id }) => _id).sort();
        const listed = [...children.flatMap(([, ids]) => ids), ...orphans].sort();
        const { changes } = await engine.store.changesSince(0, Number.MAX_SAFE_INTEGER);
        const living = changes.filter(({ id, deleted }) => !deleted && id.startsWith('scr_'));
        const expected = living.map(({ id }) => id).sort();
        if (listed.join() !== expected.join()) throw new Error(`listed ${listed}, are ${expected}`);
        const counted = snapshot.children.map(
          ({ id, screeningCount }) => `${id} ${screeningCount}`,
        );
        const found = children.map(([id, ids]) => `${id} ${ids.length}`);
        if (counted.join() !== found.join()) throw new Error(`counted ${counted}, are ${found}`);
        return { children, orphans };
      }),
    );
  }

  /** The content of the server and the phones, the server first. */
  states(): Promise<string[][]> {
    return Promise.all([this.#server, ...this.phones].map((each) => this.state(each)));
  }

  /** Every value that is still visible, in a living version or in one that a removal keeps. */
  async keptValues(): Promise<Set<unknown>> {
    const values = new Set<unknown>();
    const { store } = this.#server.engine;
    const { changes } = await store.changesSince(0, Number.MAX_SAFE_INTEGER);
    for (const { id } of changes) {
      for (const leaf of orderedLeaves(await store.leaves(id)).leaves) {
        if (leaf._deleted === true && leaf['why'] !== 'removed') continue;
        for (const value of Object.values(leaf)) values.add(value);
      }
    }
    return values;
  }

  /**
   * For each phone: the documents in conflict, those shown as tasks, and the contested fields of
   * each task with two values.
   */
  async openQuestions(): Promise<
    { conflicts: string[]; tasks: string[]; asked: readonly (readonly string[])[] }[]
  > {
    const all: Awaited<ReturnType<UnitOfPhones['openQuestions']>> = [];
    for (const { engine, unit } of this.phones) {
      const { changes } = await engine.store.changesSince(0, Number.MAX_SAFE_INTEGER);
      const conflicts: string[] = [];
      for (const { id } of changes) {
        const [winner, ...others] = orderedLeaves(await engine.store.leaves(id)).leaves;
        const isOpen = ({ _deleted, why }: (typeof others)[number]): boolean =>
          _deleted !== true || why !== 'merged';
        if (winner?._deleted !== true && others.some(isOpen)) conflicts.push(id);
      }
      await engine.announce();
      const { tasks } = unit.snapshot().sync;
      all.push({
        conflicts: conflicts.sort(),
        tasks: tasks.map(({ id }) => id).sort(),
        asked: tasks.filter(({ kind }) => kind === 'values').map(({ fields }) => fields),
      });
    }
    return all;
  }

  /** One act of one person; does nothing when the act is not possible in the current state. */
  async act(act: UnitAct): Promise<void> {
    const phone = at(this.phones, act.who);
    const next = at(this.phones, act.who + 1);
    if (phone === undefined || next === undefined) return;
    if (act.what === 'sync') await this.sync(phone);
    else if (act.what === 'meet') {
      // Two phones may exchange without the server, and one of them merges at once.
      await hand(next.engine, phone.engine);
      await this.merge(phone);
    } else if (act.what === 'settle') await this.#settle(phone, act);
    else if (act.what === 'putBack') {
      const id = at(this.#childIds, act.pick) ?? '';
      if ((await phone.unit.readRemoved(id)) !== null) {
        await phone.unit.putBack(id, this.#author(phone), this.#now());
      }
    } else if (act.what === 'merge') await this.#mergeChildren(phone, act.pick);
    else await this.#actOnChild(phone, act);
  }

  /** A person who sees both children decides that they are one, and takes some values of each. */
  async #mergeChildren(phone: Phone, pick: number): Promise<void> {
    const { unit } = phone;
    const [a, b] = pick % 2 === 0 ? this.#childIds : this.#childIds.toReversed();
    const files = [await unit.readChildFile(a ?? ''), await unit.readChildFile(b ?? '')];
    const [one, two] = files
      .flatMap((file) => file?.child ?? [])
      .sort((x, y) => (x._id < y._id ? -1 : 1));
    if (one === undefined || two === undefined || one._id === two._id) return;
    const fromLarger = (['comments', 'phone', 'ward'] as const).filter(
      (_, i) => (pick >> i) % 2 === 1,
    );
    for (const name of fromLarger) this.#standing.delete(String(one[name]));
    await unit.mergeChildren(
      { ids: [a ?? '', b ?? ''], fromLarger },
      this.#author(phone),
      this.#now(),
    );
  }

  async #actOnChild(
    phone: Phone,
    act: Exclude<UnitAct, { what: 'settle' | 'putBack' | 'sync' | 'meet' | 'merge' }>,
  ): Promise<void> {
    const { unit } = phone;
    const file = await unit.readChildFile(at(this.#childIds, act.pick) ?? '');
    if (file === null) return;
    const { child, screenings } = file;
    const author = this.#author(phone);
    const base = at(screenings, act.pick);
    if (act.what === 'edit') {
      this.#standing.delete(String(child[act.field]));
      const fields = fieldsOf(child, { [act.field]: this.#value() });
      await unit.editChild(child, fields, author, this.#now());
    } else if (act.what === 'remove') await unit.removeChild(child._id, author, this.#now());
    else if (act.what === 'unmerge') {
      const record = at([child, ...(file.others ?? [])], act.pick);
      // What the merge had replaced comes back in place of the chosen values.
      for (const name of ['comments', 'phone', 'ward'] as const) {
        this.#standing.delete(String(child[name]));
      }
      await unit.unmergeChildren(record?._id ?? '', author, this.#now());
    } else if (act.what === 'add') {
      const screening = measured(child, screenings, { ...act, comments: this.#value() });
      await unit.saveScreening(child._id, screening, author, this.#now());
    } else if (base !== undefined && act.what === 'removeScreening') {
      await unit.removeScreening(child._id, base._id, author, this.#now());
    } else if (base !== undefined && act.what === 'remeasure') {
      this.#standing.delete(String(base.comments));
      const { weight = 8 } = base;
      const remeasured = { height: act.height, weight, comments: this.#value(), base };
      const again = measured(child, screenings, remeasured);
      await unit.saveScreening(child._id, again, author, this.#now());
    } else if (base?.height !== undefined && act.what === 'reweigh') {
      const { height, comments = '' } = base;
      const reweighed = { height, weight: act.weight, comments, base };
      const again = measured(child, screenings, reweighed);
      await unit.saveScreening(child._id, again, author, this.#now());
    }
  }

  /** A person ends a shown task: by choosing every other field, keeping or removing. */
  async #settle(phone: Phone, { pick, parity }: { pick: number; parity: boolean }): Promise<void> {
    const { unit } = phone;
    const ref = at(unit.snapshot().sync.tasks, pick);
    const task = ref === undefined ? null : await unit.readTask(ref.id);
    if (task === null) return;
    const author = this.#author(phone);
    if (task.kind === 'removed' && parity) {
      await unit.confirmRemoval(task, author, this.#now());
      return;
    }
    const choice = Object.fromEntries(
      task.fields.map((name, index) => [
        name,
        (index % 2 === 0) === parity ? ('first' as const) : ('second' as const),
      ]),
    );
    if (task.kind === 'values') await unit.choose(task, choice, author, this.#now());
    else await unit.keep(task, choice, author, this.#now());
    this.#turnDown(task, choice);
  }

  #turnDown(task: Task, choice: Readonly<Record<string, 'first' | 'second'>>): void {
    for (const name of task.fields) {
      const other = choice[name] === 'first' ? task.second : task.first;
      this.#standing.delete(String(other.document[name]));
    }
  }

  #value(): string {
    this.#typed += 1;
    const value = `typed ${this.#typed}`;
    this.#standing.add(value);
    return value;
  }

  #author(phone: Phone): { name: string } {
    return { name: `person ${this.phones.indexOf(phone)}` };
  }

  #now(): Date {
    this.#moment += 1000;
    return new Date(this.#moment);
  }
}
