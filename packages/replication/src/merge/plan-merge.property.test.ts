import { joinConsent, joinSameAs } from '@crece/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortOrDeep } from '../testing/short-or-deep.ts';
import { SimulatedPhone, type SimulatedRecord } from '../testing/simulated-phone.ts';

/** Hundreds of random histories: about one second on a free machine; long enough for a busy one. */
const PATIENCE_MS = 60_000;

const FIELDS = ['comments', 'firstName', 'ward'] as const;

type Act =
  | { what: 'edit'; who: number; field: (typeof FIELDS)[number] }
  | { what: 'remove' | 'sync' | 'meet'; who: number }
  | { what: 'settle'; who: number; parity: 0 | 1 }
  | { what: 'decide'; who: number; other: string; isSame: boolean }
  | { what: 'answer'; who: number; given: boolean };

const consentOn = ({ shown }: SimulatedPhone) => joinConsent(shown?.['consent'], undefined);

/** A unit's phones, its server, and the typed values that nobody has knowingly replaced yet. */
class Unit {
  readonly server: SimulatedPhone;
  readonly phones: readonly SimulatedPhone[];
  readonly standing = new Map<string, string>();
  isRefused = false;
  #typed = 0;

  constructor(count: number, record: SimulatedRecord) {
    this.server = new SimulatedPhone('server', record);
    this.phones = Array.from({ length: count }, (_, i) => new SimulatedPhone(`phone ${i}`, record));
  }

  /** Pushes, pulls, merges, and pushes the merged revisions; returns their number. */
  sync(phone: SimulatedPhone): number {
    this.server.pullFrom(phone);
    phone.pullFrom(this.server);
    const written = phone.merge();
    this.server.pullFrom(phone);
    return written;
  }

  /** Each phone synchronises once; returns the number of revisions written by merges. */
  round(order: readonly SimulatedPhone[] = this.phones): number {
    return order.reduce((sum, phone) => sum + this.sync(phone), 0);
  }

  act(act: Act): void {
    const phone = this.phones[act.who % this.phones.length];
    const next = this.phones[(act.who + 1) % this.phones.length];
    if (phone === undefined || next === undefined) throw new RangeError('a unit has phones');
    switch (act.what) {
      case 'edit': {
        this.#typed += 1;
        const value = `typed ${this.#typed}`;
        this.standing.delete(String(phone.shown?.[act.field]));
        this.standing.set(value, act.field);
        phone.edit(act.field, value);
        break;
      }
      case 'remove':
        phone.remove();
        break;
      case 'decide':
        phone.decide(act.other, act.isSame);
        break;
      case 'sync':
        this.sync(phone);
        break;
      case 'meet':
        // Two phones may exchange revisions directly, and one of them may merge at once.
        phone.pullFrom(next);
        phone.merge();
        break;
      case 'answer':
        // Whoever sees a refusal may take it back; here nobody does.
        if (act.given && consentOn(phone)?.given === false) break;
        this.#typed += 1;
        phone.answer({ given: act.given, day: '2026-05-03', who: `answer ${this.#typed}` });
        this.isRefused ||= !act.given;
        break;
      case 'settle':
        for (const value of phone.settle(act.parity)) this.standing.delete(String(value));
        break;
    }
  }
}

const who = fc.nat(3);
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        what: fc.constant('edit' as const),
        who,
        field: fc.constantFrom(...FIELDS),
      }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('remove' as const), who }) },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constantFrom('sync' as const, 'meet' as const), who }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('settle' as const),
        who,
        parity: fc.constantFrom(0 as const, 1 as const),
      }),
    },
  ),
  { minLength: 4, maxLength: 40, size: 'max' },
);

const record = fc.constantFrom('child' as const, 'screening' as const);

/** Decisions about two other records among edits of one field, and meetings; nobody is asked. */
const decisions: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('decide' as const),
        who,
        other: fc.constantFrom('chld_a', 'chld_b'),
        isSame: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constantFrom('sync' as const, 'meet' as const), who }),
    },
  ),
  { minLength: 4, maxLength: 14, size: 'max' },
);

/** Answers about consent among edits of another field, and meetings; nobody is asked. */
const answers: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('answer' as const), who, given: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constantFrom('sync' as const, 'meet' as const), who }),
    },
  ),
  { minLength: 4, maxLength: 14, size: 'max' },
);

/** How often each pair was decided, by what a record says. */
function decidedOn(leaf: Readonly<Record<string, unknown>> | undefined): Map<string, number> {
  return new Map((joinSameAs(leaf?.['sameAs'], undefined) ?? []).map((d) => [d.id, d.decided]));
}

function played(count: number, kind: SimulatedRecord, script: readonly Act[]): Unit {
  const unit = new Unit(count, kind);
  for (const act of script) unit.act(act);
  return unit;
}

describe('phones that merge', { timeout: PATIENCE_MS }, () => {
  it('reach the same state and stop writing after two rounds, in any order of synchronisation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        record,
        acts,
        fc.nat(),
        (count, kind, script, turn) => {
          const unit = played(count, kind, script);
          const first = turn % count;
          unit.round([...unit.phones.slice(first), ...unit.phones.slice(0, first)]);
          unit.round(unit.phones.toReversed());
          expect(unit.round()).toBe(0);
          const states = unit.phones.map(({ state }) => state);
          expect(states).toEqual(new Array(count).fill(unit.server.state));
          // Fields that every edit recalculates are never in question.
          const typed: readonly string[] = FIELDS;
          const { contested } = unit.server;
          expect(contested.filter((name) => !typed.includes(name))).toEqual([]);
        },
      ),
      { numRuns: shortOrDeep(200, 400) },
    );
  });

  it('never lose a typed value that nobody replaced or rejected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), record, acts, (count, kind, script) => {
        const unit = played(count, kind, script);
        unit.round();
        unit.round();
        // In a living leaf, or in the record that a removal keeps: both can be seen and chosen.
        const kept = unit.server.leaves.filter(
          ({ _deleted, why }) => _deleted !== true || why === 'removed',
        );
        for (const [value, field] of unit.standing) {
          expect(kept.map((leaf) => leaf[field])).toContain(value);
        }
      }),
      { numRuns: shortOrDeep(150, 300) },
    );
  });

  it('never ask whether two records are of one child, and end with the latest decision about each pair', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3 }), decisions, (count, script) => {
        const unit = new Unit(count, 'child');
        unit.phones[0]?.edit('ward', 'typed before');
        unit.round();
        const highest = new Map<string, number>();
        for (const act of script) {
          unit.act(act);
          for (const phone of unit.phones) {
            for (const [id, decided] of decidedOn(phone.shown)) {
              highest.set(id, Math.max(highest.get(id) ?? 0, decided));
            }
          }
        }
        unit.round();
        unit.round();
        expect(unit.round()).toBe(0);
        expect(unit.server.contested).toEqual([]);
        expect(unit.server.leaves.filter((leaf) => leaf._deleted !== true)).toHaveLength(1);
        expect(decidedOn(unit.server.shown)).toEqual(highest);
      }),
      { numRuns: shortOrDeep(500, 1_000) },
    );
  });

  it('never ask about consent, and keep a refusal that nobody who saw one took back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3 }), answers, (count, script) => {
        const unit = new Unit(count, 'child');
        unit.phones[0]?.edit('ward', 'typed before');
        unit.round();
        for (const act of script) unit.act(act);
        unit.round();
        unit.round();
        expect(unit.round()).toBe(0);
        expect(unit.server.contested).toEqual([]);
        if (unit.isRefused) expect(consentOn(unit.server)?.given).toBe(false);
        const says = unit.phones.map(consentOn);
        expect(says).toEqual(says.map(() => consentOn(unit.server)));
      }),
      { numRuns: shortOrDeep(500, 1_000) },
    );
  });
});

it('asks who changes a field again while another phone has merged the first change', () => {
  // By chance either phone has the winning version; if it is the other one, the merge copies the field.
  const asked = Array.from({ length: 20 }, (_, i) => {
    const unit = new Unit(2, 'child');
    const [one, other] = unit.phones;
    if (one === undefined || other === undefined) throw new RangeError('two phones');
    one.edit('ward', 'typed before');
    unit.round();
    one.edit('comments', `typed ${i}`);
    unit.sync(one);
    other.edit('firstName', 'typed there');
    unit.sync(other);
    expect(other.contested).toEqual([]);
    one.edit('comments', 'typed again');
    unit.round();
    unit.round();
    return unit.server.contested;
  });
  expect(asked).toContainEqual(['comments']);
  expect(asked).toContainEqual([]);
});
