import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { CreceServer } from '../../testing/node/crece-server.ts';
import { atRequest, type Fault } from '../../testing/node/fault-proxy.ts';
import { histories, shortOrDeep } from '../../testing/node/short-or-deep.ts';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  useSharedServer,
} from '../../testing/node/sync-world.ts';

const server = useSharedServer();
const AUTHOR = { name: 'Ana Morales' };
/** Each needs two units of its own. */
const HISTORIES = histories(2, 60);
const PATIENCE_MS = shortOrDeep(300_000, 1_800_000);
/** Each phone types in a field of its own: what is asked could only be what one person typed. */
const OWN_FIELDS = ['ward', 'address', 'phone', 'comments'] as const;
type OwnField = (typeof OWN_FIELDS)[number];
/** After so many rounds of all phones nothing may be left to be sent. */
const ROUNDS = 4;

const WEIGHTS = { add: 4, screen: 6, edit: 4, merge: 1, sync: 8, join: 2, part: 2, move: 1 };
type Kind = keyof typeof WEIGHTS;
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as Kind),
);

interface Act {
  readonly kind: Kind;
  readonly phone: number;
  readonly pick: number;
  readonly other: number;
}

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    phone: fc.nat(3),
    pick: fc.nat(1_000),
    other: fc.nat(1_000),
  }),
  { minLength: 25, maxLength: 60 },
);

/** Some of the runs meet a fault of the line. */
function faultOf({ pick, other }: Act): Fault | null {
  const kind = (['lose-answer', 'cut-answer', 'cut-request'] as const)[pick % 8];
  if (kind === undefined) return null;
  return kind === 'lose-answer' ? { kind } : { kind, after: other % 400 };
}

/** Two phones of a unit that is joined to another and parted from it, and two of that one. */
class TwoUnits {
  readonly here = freshUnit();
  readonly there = freshUnit();
  readonly #server: CreceServer;
  readonly #phones: SyncPhone[] = [];
  /** First names of those who were made one child, by each of them. */
  readonly #sameChild = new Map<string, Set<string>>();
  readonly #screenings = new Map<string, number>();
  /** What was typed, in its order, by first name and field. */
  readonly #values = new Map<string, string[]>();
  #person: Awaited<ReturnType<CreceServer['addPerson']>> | null = null;
  #typed = 0;

  constructor(running: CreceServer) {
    this.#server = running;
  }

  async open(): Promise<void> {
    // A history makes hundreds of calls, more than one account may for all of them.
    const person = await this.#server.addPerson(['admin']);
    this.#person = person;
    for (const stakeDB of [this.here, this.here, this.there, this.there]) {
      const phone = await aPhone(this.#server, { stakeDB, person });
      this.#phones.push(phone);
      for (let i = 0; i < 3; i += 1) await this.#add(phone);
    }
  }

  async #ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.#server.url}/api/${path}`, {
      method,
      headers: {
        authorization: `JWT ${this.#person?.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async joined(): Promise<boolean> {
    const answer = await this.#ask('GET', `units/${this.here}/joining`);
    const { joining } = (await answer.json()) as { joining: { state: string } | null };
    if (joining !== null && joining.state !== 'joined') throw new Error(joining.state);
    return joining !== null;
  }

  settled(): Promise<void> {
    return vi.waitFor(async () => void (await this.joined()), { timeout: 60_000, interval: 50 });
  }

  async #add(phone: SyncPhone): Promise<void> {
    this.#typed += 1;
    const firstName = `Niño ${String(this.#typed).padStart(3, '0')}`;
    await phone.addChild({ firstName });
    this.#sameChild.set(firstName, new Set([firstName]));
    this.#screenings.set(firstName, 0);
  }

  async act(act: Act): Promise<void> {
    const phone = this.#phones[act.phone];
    if (phone === undefined) throw new RangeError('four phones');
    const joining = `units/${this.here}/joining`;
    const ofUnit: Partial<Record<Kind, () => Promise<unknown>>> = {
      add: () => this.#add(phone),
      join: () => this.#ask('POST', joining, { to: this.there }),
      part: () => this.#ask('DELETE', joining),
      sync: async () => {
        const fault = faultOf(act);
        if (fault !== null) phone.proxy.plan(atRequest(/./, 1 + (act.other % 8), fault));
        await phone.run();
        phone.proxy.plan();
      },
    };
    await (ofUnit[act.kind]?.() ?? this.#actOnChild(phone, act));
  }

  async #actOnChild(phone: SyncPhone, { kind, phone: place, pick, other }: Act): Promise<void> {
    const { children } = phone.unit.snapshot();
    const child = children[pick % children.length];
    const beside = children[other % children.length];
    if (child === undefined || beside === undefined) return;
    const { id, firstName } = child;
    if (kind === 'screen') {
      await phone.screen(id);
      this.#screenings.set(firstName, (this.#screenings.get(firstName) ?? 0) + 1);
    }
    if (kind === 'edit') {
      const [field, value] = [OWN_FIELDS[place] ?? 'ward', `typed ${other}`];
      await phone.editChild(id, { [field]: value });
      this.#valuesOf(firstName, field).push(value);
    }
    if (kind === 'merge' && beside !== child) {
      const ids = [id, beside.id] as const;
      await phone.unit.mergeChildren({ ids, fromLarger: [] }, AUTHOR, phone.phone.now());
      const joint = new Set(
        [firstName, beside.firstName].flatMap((name) => [...(this.#sameChild.get(name) ?? [])]),
      );
      for (const name of joint) this.#sameChild.set(name, joint);
    }
    if (kind === 'move') {
      const to = phone.stakeDB === this.here ? this.there : this.here;
      await this.#ask('POST', `children/${id}/move?stakeDB=${phone.stakeDB}`, { to });
    }
  }

  #valuesOf(firstName: unknown, field: OwnField): string[] {
    const key = `${String(firstName)} ${field}`;
    const values = this.#values.get(key) ?? [];
    this.#values.set(key, values);
    return values;
  }

  async #exchange(): Promise<void> {
    await this.settled();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const phone of this.#phones) await phone.complete();
      await this.settled();
    }
  }

  /**
   * Two values are asked about that one person typed one after the other only if another phone had
   * merged the first of them before the second arrived: the later one is chosen.
   */
  async #answerTypedAgain(): Promise<void> {
    for (const phone of [this.#phones[0], this.#phones[2]]) {
      for (const { id } of phone?.unit.snapshot().sync.tasks ?? []) {
        const task = await phone?.unit.readTask(id);
        if (phone === undefined || !task) continue;
        expect(task.kind).toBe('values');
        const leaves = await phone.phone.engine.store.leaves(id);
        expect(leaves.map(({ why }) => why)).toContain('merged');
        const fields = OWN_FIELDS.filter((field) => task.fields.includes(field));
        expect(task.fields).toEqual(fields.toSorted());
        const choice = fields.map((field) => {
          const { first, second } = task;
          const typed = this.#valuesOf(first.document['firstName'], field);
          const places = [first, second].map(({ document }) =>
            typed.lastIndexOf(String(document[field])),
          );
          expect(Math.min(...places), field).toBeGreaterThanOrEqual(0);
          return [field, places[0] === Math.max(...places) ? 'first' : 'second'] as const;
        });
        await phone.unit.choose(task, Object.fromEntries(choice), AUTHOR, phone.phone.now());
      }
    }
  }

  /** All phones synchronise until everything has arrived; then they are silent, and nobody is asked. */
  async fallSilent(): Promise<void> {
    await this.#exchange();
    await this.#answerTypedAgain();
    await this.#exchange();
    for (const phone of this.#phones) {
      expect(await phone.complete()).toMatchObject({ sent: 0, received: 0 });
      const { pending, sync, orphans } = phone.unit.snapshot();
      const left = { pending, tasks: sync.tasks, refused: sync.refused, orphans };
      expect(left).toEqual({ pending: 0, tasks: [], refused: [], orphans: [] });
    }
  }

  /** Everybody is in the list of one unit, once and with all screenings, and equal on its phones. */
  async judge(): Promise<void> {
    const lists = this.#phones.map((phone) => phone.names().sort());
    const [here = [], hereToo, there = [], thereToo] = lists;
    expect([hereToo, thereToo]).toEqual([here, there]);
    if (await this.joined()) expect(here).toEqual([]);
    for (const names of new Set(this.#sameChild.values())) {
      const rows = [here, there].map((list) => list.filter((name) => names.has(name)).length);
      // Made one by somebody who did not know that one of them had gone: one in each unit.
      const isApart = names.size > 1 && rows.every((count) => count === 1);
      if (!isApart) expect(rows.sort(), [...names].join()).toEqual([0, 1]);
      let screenings = 0;
      for (const phone of [this.#phones[0], this.#phones[2]]) {
        for (const { id, firstName } of phone?.unit.snapshot().children ?? []) {
          if (!names.has(firstName)) continue;
          screenings += (await phone?.unit.readChildFile(id))?.screenings.length ?? 0;
        }
      }
      const typed = [...names].reduce((sum, name) => sum + (this.#screenings.get(name) ?? 0), 0);
      expect(screenings, [...names].join()).toBe(typed);
    }
  }
}

it(
  'whatever phones type, merge and send while units are joined and parted and children move: everybody is in one list, with all screenings, and nobody is asked',
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const units = new TwoUnits(server.current);
        await units.open();
        for (const act of all) await units.act(act);
        await units.fallSilent();
        await units.judge();
      }),
      HISTORIES,
    );
  },
  PATIENCE_MS,
);
