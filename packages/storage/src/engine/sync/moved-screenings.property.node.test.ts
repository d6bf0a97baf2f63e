import {
  answeredFields,
  assessScreening,
  SCREENING_TABLE,
  type Screening,
  typedTexts,
} from '@crece/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { histories, shortOrDeep } from '../../testing/node/short-or-deep.ts';
import { type SyncPhone, useSharedServer } from '../../testing/node/sync-world.ts';
import { twoUnits } from '../../testing/node/two-units.ts';

const server = useSharedServer();
const AUTHOR = { name: 'Ana Morales' };
/** Each needs two units of its own. */
const HISTORIES = histories(2, 60);
const PATIENCE_MS = shortOrDeep(300_000, 1_800_000);
const LAST_DAY = '2025-12-31';
const FIELDS = ['weight', 'muac', 'referralDate'] as const;
type Field = (typeof FIELDS)[number];

const WEIGHTS = {
  ...{ set: 8, refer: 2, remove: 2, back: 2, choose: 4 },
  ...{ sync: 9, move: 2, join: 1, part: 2 },
} as const;
type Kind = keyof typeof WEIGHTS;
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as Kind),
);

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    phone: fc.nat(3),
    pick: fc.nat(1_000),
    other: fc.nat(1_000),
  }),
  { minLength: 25, maxLength: 60 },
);

/** What somebody said of a screening: a figure of it, or whether it is one at all. */
interface Said {
  readonly screening: string;
  readonly what: Field | 'removed' | 'kept';
  readonly value?: unknown;
  /** What the phone had at that moment. */
  readonly known: ReadonlySet<Said>;
}

/** The part of an id that is the same in every unit. */
const tailOf = (id: string): string => /\d{12,14}_[0-9a-z]{6}$/.exec(id)?.[0] ?? id;

/** The n-th of some, however few they are. */
const pickOf = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length];

/** What a phone shows of a screening. */
async function shownOn({ phone, unit }: SyncPhone, screening: string) {
  for (const { id } of unit.snapshot().children) {
    const file = await unit.readChildFile(id);
    const record = file?.screenings.find(({ _id }) => tailOf(_id) === screening);
    if (record === undefined) continue;
    const [leaves = []] = await phone.engine.store.leavesOfMany([record._id]);
    const open = leaves.filter(({ _deleted }) => _deleted !== true);
    const task = unit.snapshot().sync.tasks.find((each) => each.id === record._id);
    return { leaves, open, asked: task?.kind };
  }
  return null;
}

/** Four phones of two units, and everything that was said on them. */
class History {
  readonly said: Said[] = [];
  readonly #units: Awaited<ReturnType<typeof twoUnits>>;
  readonly #known: readonly Set<Said>[];
  readonly #onServer = new Set<Said>();

  constructor(units: Awaited<ReturnType<typeof twoUnits>>) {
    this.#units = units;
    this.#known = units.phones.map(() => new Set());
  }

  get phones(): readonly SyncPhone[] {
    return this.#units.phones;
  }

  #note(place: number, id: string, what: Said['what'], value?: unknown): void {
    const known = this.#known[place] ?? new Set();
    const said = { screening: tailOf(id), what, value, known: new Set(known) };
    this.said.push(said);
    known.add(said);
  }

  async sync(place: number): Promise<void> {
    await this.phones[place]?.complete();
    await this.#units.settled();
    const known = this.#known[place] ?? new Set();
    for (const each of known) this.#onServer.add(each);
    for (const each of this.#onServer) known.add(each);
  }

  async begin(): Promise<void> {
    for (const [place, firstName] of [
      [0, 'Ana'],
      [2, 'Luz'],
    ] as const) {
      const phone = this.phones[place];
      const child = await phone?.addChild({ firstName });
      for (const _ of [1, 2]) {
        const id = (await phone?.screen(child?._id ?? '')) ?? '';
        this.#note(place, id, 'kept');
        this.#note(place, id, 'weight', 7.1);
        this.#note(place, id, 'muac', 11.9);
      }
    }
    for (const _ of [1, 2]) for (const place of this.phones.keys()) await this.sync(place);
  }

  async act({ kind, phone: place, pick, other }: Act, turn: number): Promise<void> {
    const phone = this.phones[place];
    if (phone === undefined) throw new RangeError('four phones');
    const child = pickOf(phone.unit.snapshot().children, pick);
    if (kind === 'sync') await this.sync(place);
    if (kind === 'join') await this.#units.join();
    if (kind === 'part') await this.#units.part();
    if (kind === 'move' && child !== undefined) await this.#units.move(phone, child.id);
    if (kind === 'choose') await this.#choose(place, pick, other);
    if (kind === 'back') await this.#putBack(place, pick);
    if (child === undefined || !['set', 'refer', 'remove'].includes(kind)) return;
    const asked = new Set(phone.unit.snapshot().sync.tasks.map(({ id }) => id));
    const screenings = (await phone.unit.readChildFile(child.id))?.screenings ?? [];
    const base = pickOf(
      screenings.filter(({ _id }) => !asked.has(_id)),
      other,
    );
    if (base === undefined) return;
    if (kind === 'remove') {
      await phone.unit.removeScreening(child.id, base._id, AUTHOR, phone.phone.now());
      this.#note(place, base._id, 'removed');
    } else if (kind === 'refer') {
      const referralDate = new Date(Date.UTC(2025, 8, 1 + turn)).toISOString().slice(0, 10);
      const fields = { referralOutcome: 'seen', referralDate } as const;
      await phone.unit.saveReferral(base, fields, AUTHOR, phone.phone.now());
      this.#note(place, base._id, 'referralDate', referralDate);
    } else await this.#measure(place, child.id, base, { turn, pick });
  }

  /** Corrects one measure, to a figure that nobody else types. */
  async #measure(
    place: number,
    childId: string,
    base: Screening,
    { turn, pick }: { turn: number; pick: number },
  ): Promise<void> {
    const phone = this.phones[place];
    const file = await phone?.unit.readChildFile(childId);
    if (phone === undefined || !file) return;
    const name = pick % 2 === 0 ? 'weight' : 'muac';
    const typed = String(name === 'weight' ? (720 + turn) / 100 : (120 + turn) / 10);
    const draft = {
      ...typedTexts(SCREENING_TABLE, base),
      ...answeredFields(SCREENING_TABLE, base),
      [name]: typed,
    };
    const others = file.screenings.filter(({ _id }) => _id !== base._id);
    const checked = assessScreening(draft, file.child, others, LAST_DAY);
    if (!checked.ok) throw new Error(checked.issues[0]?.code);
    const { fields, assessment } = checked.value;
    const edited = { base, fields, assessment };
    await phone.unit.saveScreening(childId, edited, AUTHOR, phone.phone.now());
    this.#note(place, base._id, name, Number(typed));
  }

  async #putBack(place: number, pick: number): Promise<void> {
    const phone = this.phones[place];
    const removed = (await phone?.unit.removedRecords(null)) ?? [];
    const record = pickOf(removed, pick);
    if (phone === undefined || record === undefined) return;
    await phone.unit.putBack(record.id, AUTHOR, phone.phone.now());
    this.#note(place, record.id, 'kept');
  }

  /** Answers a question in one of its two ways. */
  async #choose(place: number, pick: number, other: number): Promise<void> {
    const phone = this.phones[place];
    const asked = pickOf(phone?.unit.snapshot().sync.tasks ?? [], pick);
    const task = asked && (await phone?.unit.readTask(asked.id));
    if (phone === undefined || !task) return;
    const side = other % 2 === 0 ? 'first' : 'second';
    if (task.kind === 'removed' && side === 'second') {
      await phone.unit.confirmRemoval(task, AUTHOR, phone.phone.now());
      this.#note(place, task.id, 'removed');
      return;
    }
    const choice = Object.fromEntries(task.fields.map((name) => [name, side] as const));
    await phone.unit.choose(task, choice, AUTHOR, phone.phone.now());
    if (task.kind === 'removed') this.#note(place, task.id, 'kept');
    for (const name of task.fields) {
      // The day goes with the outcome, about which is asked.
      const what = FIELDS.find((field) => field === name) ?? 'referralDate';
      this.#note(place, task.id, what, task[side].document[what]);
    }
  }

  /** Of what was said of a screening about one thing: what nobody has replaced who knew it. */
  #newest(screening: string, isMeant: (said: Said) => boolean): readonly Said[] {
    const all = this.said.filter((each) => each.screening === screening && isMeant(each));
    return all.filter((each) => !all.some(({ known }) => known.has(each)));
  }

  /** Every screening that nobody removed is shown in one unit; what it says stands there or is asked. */
  async expectNothingLost(): Promise<void> {
    for (const screening of new Set(this.said.map((each) => each.screening))) {
      const life = this.#newest(screening, ({ what }) => what === 'removed' || what === 'kept');
      const removals = life.filter(({ what }) => what === 'removed');
      const isKept = this.said.some(
        (each) =>
          each.screening === screening &&
          each.what !== 'removed' &&
          !removals.some(({ known }) => known.has(each)),
      );
      if (removals.length > 0 && !isKept) continue;
      const shown = await Promise.all(this.phones.map((phone) => shownOn(phone, screening)));
      const having = shown.flatMap((each) => each ?? []);
      expect(having, screening).toHaveLength(2);
      for (const each of having) this.#expectAll(screening, each, removals.length > 0);
    }
  }

  #expectAll(
    screening: string,
    { leaves, open, asked }: NonNullable<Awaited<ReturnType<typeof shownOn>>>,
    isRemoved: boolean,
  ): void {
    if (isRemoved) expect(asked, 'a removal beside a change is asked about').toBeDefined();
    else if (open.length > 1) expect(asked, 'open versions are asked about').toBe('values');
    const times = this.said.filter(
      (each) => each.screening === screening && each.what === 'removed',
    ).length;
    // Two who remove it may have had other figures: then whoever puts it back is asked about them.
    if (!isRemoved && times < 2) expect(asked, 'an answered removal').not.toBe('removed');
    // What was removed keeps what it said, and is offered with the question.
    const versions = isRemoved || asked === 'removed' ? leaves : open;
    for (const field of FIELDS) {
      const values = this.#newest(screening, ({ what }) => what === field);
      expect(versions.map((version) => version[field])).toEqual(
        expect.arrayContaining(values.map(({ value }) => value)),
      );
    }
  }
}

type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never;

it(
  'screenings that are corrected, referred, removed and put back while their child moves: none is lost, and no answered question comes back',
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const history = new History(await twoUnits(server.current));
        await history.begin();
        for (const [turn, act] of all.entries()) await history.act(act, turn);
        for (const _ of [1, 2, 3, 4]) {
          for (const place of history.phones.keys()) await history.sync(place);
        }
        for (const phone of history.phones) {
          expect(await phone.complete()).toMatchObject({ sent: 0, received: 0 });
          expect(phone.unit.snapshot()).toMatchObject({ pending: 0, orphans: [] });
        }
        await history.expectNothingLost();
      }),
      HISTORIES,
    );
  },
  PATIENCE_MS,
);
