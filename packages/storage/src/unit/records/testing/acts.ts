import { generationOf } from '@crece/replication';
import fc from 'fast-check';
import type { CarriedDocument } from '../carried-document.ts';
import type { Document, UnitRecords } from '../unit-records.ts';

/**
 * Document ids of a history: few, so that acts often meet on one document; two kinds, which share
 * no block.
 */
export const IDS: readonly string[] = [
  ...Array.from({ length: 9 }, (_, index) => `chld_${index}`),
  ...Array.from({ length: 5 }, (_, index) => `scr_${index}`),
];

/** A revision made by another device, carried with as many ancestors as `depth` says. */
interface Elsewhere {
  document: number;
  /**
   * The earlier revision from other devices that this one edits, counted backwards; -1: none, it is
   * a new root.
   */
  parent: number;
  deleted: boolean;
  depth: number;
}

export type Act =
  | { kind: 'write'; edits: { document: number; on: number; deleted: boolean }[] }
  | { kind: 'take'; revisions: Elsewhere[]; again: number; isOnServer: boolean }
  | { kind: 'fill'; from: number; count: number }
  | { kind: 'reopen' };

const document = fc.nat(IDS.length - 1);
const edit = fc.record({ document, on: fc.integer({ min: -1, max: 4 }), deleted: fc.boolean() });
const elsewhere = fc.record({
  document,
  parent: fc.integer({ min: -1, max: 6 }),
  deleted: fc.boolean(),
  depth: fc.integer({ min: 1, max: 8 }),
});

/**
 * Histories of one unit: local edits, revisions from other devices in any order and repeated,
 * downloads.
 */
export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        // Each document at most once: of two in one call, PouchDB in memory also keeps the one that
        // it refused.
        edits: fc.uniqueArray(edit, {
          minLength: 1,
          maxLength: 4,
          selector: ({ document: index }) => index,
        }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('take' as const),
        revisions: fc.array(elsewhere, { minLength: 1, maxLength: 8 }),
        again: fc.nat(3),
        isOnServer: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('fill' as const),
        from: document,
        count: fc.integer({ min: 2, max: 9 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
  ),
  { minLength: 3, maxLength: 14, size: 'max' },
);

function hashOf(count: number): string {
  // Hashes whose order differs from the order in which the revisions were made.
  return (Math.imul(count, 0x9e3779b1) >>> 0).toString(16).padStart(32, '0');
}

/** The other devices, and the revisions that they made, to be received in any order. */
export class OtherDevices {
  readonly #made = new Map<string, CarriedDocument[]>();
  #count = 0;

  /** Makes a revision; returns it in the form of the replication protocol. */
  make({ document: index, parent, deleted, depth }: Elsewhere): CarriedDocument {
    const id = IDS[index] ?? '';
    const made = this.#made.get(id) ?? [];
    const older = parent < 0 ? undefined : made[Math.max(0, made.length - 1 - parent)];
    this.#count += 1;
    const whole: CarriedDocument = {
      _id: id,
      _rev: '',
      _revisions: {
        start: (older?._revisions.start ?? 0) + 1,
        ids: [hashOf(this.#count), ...(older?._revisions.ids ?? [])],
      },
      firstName: `elsewhere ${this.#count}`,
    };
    whole._rev = `${whole._revisions.start}-${whole._revisions.ids[0]}`;
    if (deleted) whole._deleted = true;
    this.#made.set(id, [...made, whole]);
    const { start, ids } = whole._revisions;
    return { ...whole, _revisions: { start, ids: ids.slice(0, depth) } };
  }

  /** First revisions of consecutive documents, as a download brings them. */
  fill(from: number, count: number): CarriedDocument[] {
    return IDS.slice(from, from + count).map((_, index) =>
      this.make({ document: from + index, parent: -1, deleted: false, depth: 1 }),
    );
  }
}

/**
 * The documents of local edits, each based on one of its leaves here, on no revision, or on one
 * that is not a leaf.
 */
export async function editsOf(
  records: UnitRecords,
  edits: Extract<Act, { kind: 'write' }>['edits'],
  count: number,
): Promise<Document[]> {
  return Promise.all(
    edits.map(async ({ document: index, on, deleted }, place) => {
      const id = IDS[index] ?? '';
      const leaves = await records.leaves(id);
      const leaf = on < 0 ? undefined : leaves[on % Math.max(1, leaves.length + 1)];
      const [oldest] = leaves.flatMap(({ _revisions: { start, ids } }) =>
        ids.length > 1 ? [`${start - 1}-${ids[1]}`] : [],
      );
      const rev = on < 0 ? undefined : (leaf?._rev ?? oldest);
      return {
        _id: id,
        firstName: `here ${count}.${place}`,
        ...(rev === undefined || generationOf(rev) < 1 ? {} : { _rev: rev }),
        ...(deleted ? { _deleted: true } : {}),
      };
    }),
  );
}
