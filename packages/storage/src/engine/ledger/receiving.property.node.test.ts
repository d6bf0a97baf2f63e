import fc from 'fast-check';
import { expect, it } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { openPhone, type Phone } from '../../testing/phone.ts';
import { childFields } from '../../testing/records.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

const AUTHOR = { name: 'Ana Morales' };
const NOW = new Date('2025-05-10T15:00:00.000Z');

/**
 * An event in the life of a phone; steps that are not awaited run concurrently with the next ones.
 */
type Step =
  | { what: 'receive'; count: number; known: number; typing: Typing[] }
  | { what: 'type'; pick: number }
  | { what: 'edit'; pick: number }
  | { what: 'send' }
  | { what: 'wait' };

/** A person types at the moment when a transaction begins, or right after it ended. */
interface Typing {
  when: 'before' | 'after';
  /** Null: a new record; otherwise the index of the known record that is edited. */
  pick: number | null;
}

const typing: fc.Arbitrary<Typing> = fc.record({
  when: fc.constantFrom('before', 'after'),
  pick: fc.option(fc.nat()),
});

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant('receive' as const),
      count: fc.integer({ min: 1, max: 60 }),
      known: fc.integer({ min: 0, max: 20 }),
      typing: fc.array(typing, { maxLength: 3 }),
    }),
    fc.record({ what: fc.constant('type' as const), pick: fc.nat() }),
    fc.record({ what: fc.constant('edit' as const), pick: fc.nat() }),
    fc.constant({ what: 'send' as const }),
    fc.constant({ what: 'wait' as const }),
  ),
  { minLength: 4, maxLength: 16 },
);

/** The server, and a phone that exchanges records with it as the engine does. */
class World {
  readonly phone: Phone;
  /** Revisions that the server has. */
  readonly server = new Set<string>();
  readonly #ids: string[] = [];
  #made = 0;
  #exchange: Promise<void> = Promise.resolve();
  #typing: Promise<void> = Promise.resolve();

  /** What is typed at the next transactions. */
  #around: Typing[] = [];

  constructor(phone: Phone) {
    this.phone = phone;
    const { store } = phone.engine;
    const take = store.take.bind(store);
    store.take = async (documents, options) => {
      const now = this.#around.shift();
      if (now?.when === 'before') await this.#type(now);
      const taken = await take(documents, options);
      if (now?.when === 'after') await this.#type(now);
      return taken;
    };
  }

  async #type({ pick }: Typing): Promise<void> {
    await (pick === null ? this.#create() : this.#edit(pick));
  }

  take(step: Step): Promise<void> | undefined {
    if (step.what === 'receive') this.#inTurn(() => this.#receive(step));
    else if (step.what === 'send') this.#inTurn(() => this.#send());
    else if (step.what === 'type') this.#typed(() => this.#create());
    else if (step.what === 'edit') this.#typed(() => this.#edit(step.pick));
    else return this.settled();
    return undefined;
  }

  async settled(): Promise<void> {
    await Promise.all([this.#exchange, this.#typing]);
  }

  #inTurn(work: () => Promise<unknown>): void {
    this.#exchange = this.#exchange.then(work).then(() => undefined);
  }

  #typed(work: () => Promise<void>): void {
    this.#typing = this.#typing.then(work);
  }

  async #create(): Promise<void> {
    this.#ids.push((await this.phone.unit.createChild(childFields(), AUTHOR, NOW))._id);
  }

  async #edit(pick: number): Promise<void> {
    const id = this.#ids[pick % Math.max(this.#ids.length, 1)];
    const file = id === undefined ? null : await this.phone.unit.readChildFile(id);
    if (file === null) return;
    const fields = childFields({ ward: `Barrio ${pick % 7}` });
    await this.phone.unit.editChild(file.child, fields, AUTHOR, NOW, { overwrite: true });
  }

  /** Receives new records, and other versions of existing records. */
  async #receive({ count, known, typing: around }: Step & { what: 'receive' }): Promise<void> {
    const documents: CarriedDocument[] = [];
    for (let index = 0; index < count; index += 1) {
      this.#made += 1;
      const id = `chld_test_stake_gtm_${1_700_000_000_000 + this.#made}_bbbbbb`;
      documents.push(
        carriedDocument(id, [`n${this.#made}`], { ...childFields(), device: 'other' }),
      );
      if (index % 9 === 0) this.#ids.push(id);
    }
    for (const id of this.#ids.slice(0, known)) {
      const [leaf] = await this.phone.engine.store.leaves(id);
      if (leaf === undefined || !this.server.has(leaf._rev)) continue;
      this.#made += 1;
      const other = carriedDocument(id, [`o${this.#made}`, 'base'], { ...childFields() });
      documents.push({ ...other, device: 'other' });
    }
    for (const { _rev } of documents) this.server.add(_rev);
    this.#around = around;
    await this.phone.engine.ledger.receive(documents);
  }

  /** Sends until nothing is left to offer, and fails if a record still looks unsent. */
  async sendAll(): Promise<void> {
    while (!(await this.#send()));
  }

  async #send(): Promise<boolean> {
    const { ledger } = this.phone.engine;
    const page = await ledger.toOffer(ledger.offered, 40);
    for (const { leaves } of page.changes) for (const rev of leaves) this.server.add(rev);
    await ledger.settle({ offered: page.sequence, now: NOW });
    return page.done;
  }
}

it('offers every revision that the server lacks, whatever the order of typing and receiving', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const phone = await openPhone({ stakeDB: 'test_stake_gtm', clock: () => NOW });
      const world = new World(phone);
      for (const step of taken) await world.take(step);
      await world.settled();
      const { store, ledger } = phone.engine;
      await phone.engine.announce();
      const { changes } = await ledger.toOffer(ledger.offered, 10_000);
      const offered = new Set(changes.flatMap(({ leaves }) => leaves));
      const pending = new Set(phone.engine.pendingIds());
      for (const { id, leaves } of (await store.changesSince(0, 10_000)).changes) {
        for (const rev of leaves) {
          if (world.server.has(rev)) continue;
          expect(offered).toContain(rev);
          expect(pending).toContain(id);
        }
      }
      await world.sendAll();
      expect(phone.engine.pendingIds()).toEqual([]);
      await phone.close();
    }),
    { numRuns: 30, seed: 20250510 },
  );
}, 60_000);
