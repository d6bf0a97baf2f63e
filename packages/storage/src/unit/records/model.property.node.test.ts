/// <reference path="../../testing/pouchdb-memory.d.ts" />
import fc from 'fast-check';
import memoryAdapter from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { describe, expect, it } from 'vitest';
import { shortOrDeep } from '../../testing/node/short-or-deep.ts';
import { freshName } from '../../testing/open-test-unit.ts';
import { digestUtf8 } from '../../testing/utf8-md5.ts';
import type { CarriedDocument } from './carried-document.ts';
import { StoredRecords, type StoredRecordsOptions } from './stored-records.ts';
import { type Act, acts, editsOf, IDS, OtherDevices } from './testing/acts.ts';
import { frozen } from './testing/contract.ts';
import { MemoryDisk, MemoryStore } from './testing/memory-store.ts';
import { PouchRecords } from './testing/pouch-records.ts';
import { expectSound } from './testing/sound.ts';
import type { Change, IsSettled, UnitRecords } from './unit-records.ts';

PouchDB.plugin(memoryAdapter);
digestUtf8();

/** One history takes 15 ms on an idle machine and ten times that on a busy one. */
const PATIENCE_MS = shortOrDeep(60_000, 900_000);

function revisionsOf({ _revisions: { start, ids } }: CarriedDocument): string[] {
  return ids.map((hash, age) => `${start - age}-${hash}`);
}

/**
 * Changes without what may differ between the two stores: sequences, and the order of the losing
 * leaves.
 */
function comparable(changes: readonly Change[]): unknown[] {
  return changes
    .filter(({ id }) => IDS.includes(id))
    .map(({ id, deleted, document, leaves: [winner, ...others] }) => ({
      id,
      deleted,
      document,
      leaves: [winner, ...others.sort()],
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Reads all changes in pages, and writes an unrelated document between every two pages. */
async function pagesWithWriter(records: UnitRecords, limit: number): Promise<Change[]> {
  const read: Change[] = [];
  for (let [since, page] = [0, 1]; ; page += 1) {
    const { changes, sequence } = await records.changesSince(since, limit);
    expect(sequence).toBeGreaterThanOrEqual(changes.at(-1)?.sequence ?? since);
    read.push(...changes);
    if (changes.length < limit) return read;
    since = sequence;
    if (page <= 3) await records.write([{ _id: `zz_between_${page}` }], 'relaxed');
  }
}

/** Runs one history in both stores and compares them. */
class Pair {
  readonly #disk = new MemoryDisk();
  readonly #options: StoredRecordsOptions;
  readonly #others = new OtherDevices();
  readonly #pouch: PouchRecords;
  readonly #isCut: boolean;
  readonly #known = new Map<string, Set<string>>();
  #ours: StoredRecords;
  #count = 0;

  constructor(options: StoredRecordsOptions) {
    this.#options = options;
    this.#isCut = options.revisionLimit !== undefined;
    this.#ours = this.#open();
    this.#pouch = new PouchRecords(freshName('model'), {
      adapter: 'memory',
      ...(options.revisionLimit === undefined ? {} : { revisionLimit: options.revisionLimit }),
    });
  }

  #store(): MemoryStore {
    return new MemoryStore('model', this.#disk);
  }

  #open(): StoredRecords {
    return new StoredRecords(this.#store(), this.#options);
  }

  async act(act: Act): Promise<void> {
    this.#count += 1;
    if (act.kind === 'write') await this.#write(act.edits);
    else if (act.kind === 'fill') await this.#take(this.#others.fill(act.from, act.count), true);
    else if (act.kind === 'reopen') this.#ours = this.#open();
    else {
      const made = act.revisions.map((revision) => this.#others.make(revision));
      await this.#take([...made, ...made.slice(0, act.again)], act.isOnServer);
      await this.#take(made.slice(-act.again), act.isOnServer);
    }
  }

  async #write(edits: Extract<Act, { kind: 'write' }>['edits']): Promise<void> {
    const documents = frozen(await editsOf(this.#pouch, edits, this.#count));
    const written = await this.#ours.write(documents, 'strict');
    // Both stores give the same revision ids to the same content, and refuse the same writes.
    expect(written).toEqual(await this.#pouch.write(documents));
    for (const { id, rev } of written) if (rev !== null) this.#note(id, [rev]);
  }

  async #take(given: readonly CarriedDocument[], isOnServer: boolean): Promise<void> {
    const asked = new Map(given.map(({ _id, _rev }) => [_id, [_rev]]));
    // After stemming, PouchDB may have forgotten a revision that our store still knows.
    const missing = this.#isCut ? await this.#ours.missing(asked) : asked;
    const documents = frozen(given.filter(({ _id, _rev }) => missing.get(_id)?.includes(_rev)));
    const { written, changes, range } = await this.#ours.take(documents, {
      isOnServer,
      durability: 'relaxed',
    });
    const { written: expected } = await this.#pouch.take(documents);
    expect(written).toBe(expected);
    expect(range === null ? 0 : range[1] - range[0] + 1).toBe(written);
    const [from] = range ?? [await this.#ours.lastSequence()];
    const told = await this.#ours.changesSince(range === null ? from : from - 1, 1_000);
    expect(new Set(changes)).toEqual(new Set(told.changes));
    for (const each of documents) this.#note(each._id, revisionsOf(each));
  }

  #note(id: string, revs: readonly string[]): void {
    this.#known.set(id, new Set([...(this.#known.get(id) ?? []), ...revs]));
  }

  /** Fails unless both stores agree about every document and every revision of the history. */
  async expectSame(): Promise<void> {
    const [ours, pouch] = [this.#ours, this.#pouch];
    expect(await ours.readMany(IDS)).toEqual(await pouch.readMany(IDS));
    const leaves = [await ours.leavesOfMany(IDS), await pouch.leavesOfMany(IDS)];
    const changes = [await ours.changesSince(0, 1_000), await pouch.changesSince(0, 1_000)];
    expect(comparable(changes[0]?.changes ?? [])).toEqual(comparable(changes[1]?.changes ?? []));
    const asked = new Map([...this.#known].map(([id, revs]) => [id, [...revs, '9-ab']]));
    if (this.#isCut) {
      // After stemming, PouchDB's merge forgets more ancestors (packages/replication/README.md).
      for (const [index, list] of (leaves[0] ?? []).entries()) {
        const theirs = leaves[1]?.[index] ?? [];
        expect(list.map(({ _revisions, ...leaf }) => leaf)).toEqual(
          theirs.map(({ _revisions, ...leaf }) => leaf),
        );
        for (const [place, leaf] of list.entries()) {
          expect(revisionsOf(leaf)).toEqual(
            expect.arrayContaining(revisionsOf(theirs[place] ?? leaf)),
          );
        }
      }
    } else {
      expect(leaves[0]).toEqual(leaves[1]);
      expect(await ours.missing(asked)).toEqual(await pouch.missing(asked));
      const revisions = [...asked].flatMap(([id, revs]) => revs.map((rev) => ({ id, rev })));
      expect(await ours.revisions(revisions)).toEqual(await pouch.revisions(revisions));
    }
  }

  /**
   * Fails unless every document comes exactly once, whatever the page size and concurrent writes.
   */
  async expectPages(limit: number): Promise<void> {
    const { changes } = await this.#ours.changesSince(0, 1_000);
    const before = changes.map(({ id }) => id);
    const read = (await pagesWithWriter(this.#ours, limit)).map(({ id }) => id);
    expect(new Set(read).size).toBe(read.length);
    expect(read.filter((id) => !id.startsWith('zz_'))).toEqual(before);
  }

  /** Fails when tidying changes anything that can be read, except sequences. */
  async expectTidied(isSettled: IsSettled): Promise<void> {
    const before = await this.#ours.leavesOfMany(IDS);
    for (let next: string | null = ''; next !== null; ) {
      const { changes, range, next: further } = await this.#ours.tidy(isSettled, next);
      const [from, to] = range ?? [1, 0];
      const told = (await this.#ours.changesSince(from - 1, to - from + 1)).changes;
      if (range !== null) expect(new Set(changes)).toEqual(new Set(told));
      expect(further === null || further > next).toBe(true);
      next = further;
      await expectSound(this.#store());
    }
    expect(await this.#ours.leavesOfMany(IDS)).toEqual(before);
  }

  async end(): Promise<void> {
    await expectSound(this.#store());
    await this.#ours.close();
    await this.#pouch.destroy();
  }
}

const sizes = fc
  .record({ least: fc.integer({ min: 1, max: 3 }), most: fc.nat(3) })
  .map(({ least, most }) => ({ least, most: least + most }));

describe('a random history in StoredRecords and in PouchDB', { timeout: PATIENCE_MS }, () => {
  it('ends with the same winners, leaves, ancestry, revision ids, refusals and changes in both', async () => {
    const page = fc.integer({ min: 1, max: 7 });
    await fc.assert(
      fc.asyncProperty(
        acts,
        sizes,
        page,
        fc.nat(40),
        async (history, blockSize, limit, settled) => {
          const pair = new Pair({ blockSize });
          for (const act of history) {
            await pair.act(act);
            await pair.expectSame();
          }
          await pair.expectPages(limit);
          await pair.expectTidied((_, sequence) => sequence % 40 >= settled);
          await pair.expectSame();
          await pair.end();
        },
      ),
      { numRuns: shortOrDeep(12, 800) },
    );
  });

  it('ends with the same leaves and winners in both when a small revision limit stems the trees', async () => {
    const limits = fc.integer({ min: 1, max: 5 });
    await fc.assert(
      fc.asyncProperty(acts, sizes, limits, async (history, blockSize, revisionLimit) => {
        const pair = new Pair({ blockSize, revisionLimit });
        for (const act of history) await pair.act(act);
        await pair.expectSame();
        await pair.end();
      }),
      { numRuns: shortOrDeep(8, 800) },
    );
  });
});
