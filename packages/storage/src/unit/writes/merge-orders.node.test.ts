import { CHILD_FIELD_NAMES, type Child, type ChildFields } from '@crece/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hand, merge, stateOf } from '../../engine/conflicts/testing/exchange.ts';
import { openPhone, type Phone } from '../../testing/index.ts';
import { childFields, screeningOf } from '../../testing/records.ts';

const STAKE = 'test_stake_gtm';
const ANA = { name: 'Ana Morales' };
const NOW = new Date('2025-06-01T12:00:00.000Z');
const LATER = new Date('2025-06-02T12:00:00.000Z');

const RUNS = process.env['CRECE_DEEP'] === undefined ? 40 : 1_000;
/** A thousand orders on real in-memory databases. */
const PATIENCE_MS = 900_000;

/** Three phones with one child that was registered twice, and a screening of each record. */
class Meanwhile {
  readonly phones: readonly Phone[];
  readonly #first: Child;
  readonly #second: Child;
  readonly #removedId: string;

  static async open(): Promise<Meanwhile> {
    const clock = () => LATER;
    const phones = await Promise.all([1, 2, 3].map(() => openPhone({ stakeDB: STAKE, clock })));
    const [one] = phones;
    if (one === undefined) throw new RangeError('three phones');
    for (const { engine } of phones) await engine.ledger.note({ isWhole: true });
    const first = await one.unit.createChild(childFields({ phone: '5501' }), ANA, NOW);
    const twice = childFields({ firstName: 'Maria Sol', phone: '5502' });
    const second = await one.unit.createChild(twice, ANA, LATER);
    const screening = screeningOf(first);
    const removed = await one.unit.saveScreening(first._id, screening, ANA, NOW);
    const other = screeningOf(second, { surveyDate: '2025-04-10', weight: '6.9' });
    await one.unit.saveScreening(second._id, other, ANA, NOW);
    for (const each of phones.slice(1)) await hand(one.engine, each.engine);
    return new Meanwhile(phones, [first, second], removed._id);
  }

  private constructor(
    phones: readonly Phone[],
    [first, second]: readonly [Child, Child],
    removedId: string,
  ) {
    this.phones = phones;
    this.#first = first;
    this.#second = second;
    this.#removedId = removedId;
  }

  get ids(): readonly [string, string] {
    return [this.#first._id, this.#second._id];
  }

  async close(): Promise<void> {
    for (const phone of this.phones) await phone.close();
  }

  phone(place: number): Phone {
    const phone = this.phones[place % this.phones.length];
    if (phone === undefined) throw new RangeError('three phones');
    return phone;
  }

  /** What people do, each on their phone. */
  readonly acts: readonly (() => Promise<unknown>)[] = [
    () => this.phone(0).unit.mergeChildren({ ids: this.ids, fromLarger: ['phone'] }, ANA, LATER),
    () => {
      const [first, second] = this.ids;
      return this.phone(1).unit.mergeChildren({ ids: [second, first], fromLarger: [] }, ANA, LATER);
    },
    () => {
      const typed = screeningOf(this.#second, { surveyDate: '2025-05-02', weight: '7.2' });
      return this.phone(2).unit.saveScreening(this.#second._id, typed, ANA, LATER);
    },
    async () => {
      const file = await this.phone(2).unit.readChildFile(this.#second._id);
      if (file === null) throw new Error('no child');
      const typed = CHILD_FIELD_NAMES.map((name) => [name, file.child[name]]);
      const fields = { ...Object.fromEntries(typed), ward: 'typed meanwhile' } as ChildFields;
      await this.phone(2).unit.editChild(file.child, fields, ANA, LATER);
    },
    () => {
      // At another instant than the merges: what those remove comes back when they are undone.
      const now = new Date(LATER.getTime() + 1_000);
      return this.phone(2).unit.removeScreening(this.#first._id, this.#removedId, ANA, now);
    },
  ];

  /** Two phones give each other what they have, and merge. */
  async meet(one: Phone, other: Phone): Promise<number> {
    await hand(one.engine, other.engine);
    await hand(other.engine, one.engine);
    return (await merge(one.engine)) + (await merge(other.engine));
  }

  /** All phones meet; returns how many documents merging wrote. */
  async round(): Promise<number> {
    let written = 0;
    for (let place = 0; place < 3; place += 1) {
      written += await this.meet(this.phone(place), this.phone(place + 1));
    }
    return written;
  }
}

const meetings = fc.array(fc.record({ before: fc.nat(5), one: fc.nat(2) }), { maxLength: 6 });
const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 });

const rowsOf = ({ unit }: Phone) => unit.snapshot().children.map(({ id, phone }) => [id, phone]);
const countOf = ({ unit }: Phone) =>
  unit.snapshot().children.reduce((sum, { screeningCount }) => sum + screeningCount, 0);

it(
  'two phones merge both ways at once, a third screens, edits and removes meanwhile: one child, quiet, in any order; undone, two',
  async () => {
    await fc.assert(
      fc.asyncProperty(order, meetings, async (acts, meets) => {
        const unit = await Meanwhile.open();
        const [first, second] = unit.ids;
        try {
          for (const [place, act] of acts.entries()) {
            for (const { one } of meets.filter(({ before }) => before === place)) {
              await unit.meet(unit.phone(one), unit.phone(one + 1));
            }
            await unit.acts[act]?.();
          }
          const settle = async (ids: readonly string[]) => {
            await unit.round();
            await unit.round();
            expect(await unit.round(), 'written in the third round').toBe(0);
            const [state, ...states] = await Promise.all(
              unit.phones.map(({ engine }) => stateOf(engine)),
            );
            for (const each of states) expect(each).toEqual(state);
            expect(state?.join()).toContain('typed meanwhile');
            for (const phone of unit.phones) {
              await phone.engine.announce();
              expect(phone.unit.snapshot().sync.tasks).toEqual([]);
              expect(phone.unit.snapshot().orphans).toEqual([]);
              expect(
                rowsOf(phone)
                  .map(([id]) => id)
                  .sort(),
              ).toEqual(ids);
              // One was removed, one added.
              expect(countOf(phone)).toBe(2);
            }
          };
          await settle([first]);
          await unit.phone(acts[0] ?? 0).unit.unmergeChildren(second, ANA, LATER);
          await settle([first, second]);
          for (const phone of unit.phones) {
            expect(rowsOf(phone).sort()).toEqual([
              [first, '5501'],
              [second, '5502'],
            ]);
          }
        } finally {
          await unit.close();
        }
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);
