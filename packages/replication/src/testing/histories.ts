import fc from 'fast-check';

/** A revision by some writer with all its ancestors, newest first. */
export interface MadeRevision {
  ancestry: readonly string[];
  deleted: boolean;
}

/** A path on its way to a replica: a revision with as much of its ancestry as its sender knows. */
export interface Arrival {
  ancestry: readonly string[];
  deleted: boolean;
}

export interface History {
  made: readonly MadeRevision[];
  arrivals: readonly Arrival[];
}

/** A distinct hash for each revision, unrelated to the order of writing. */
function hashOf(place: number): string {
  const scrambled = Math.imul(place + 1, 0x9e3779b1) >>> 0;
  return scrambled.toString(16).padStart(8, '0');
}

/**
 * One write: its earlier parent revision (none: a document created independently elsewhere), and
 * whether it deletes.
 */
const write = fc.record({
  // Mostly an edit of a recent revision, so that chains grow; sometimes of any revision, sometimes
  // of none.
  parent: fc.oneof(
    { weight: 6, arbitrary: fc.record({ back: fc.nat(2) }) },
    { weight: 3, arbitrary: fc.record({ back: fc.nat(40) }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  deleted: fc.boolean(),
});

function make(writes: readonly { parent: { back: number } | null; deleted: boolean }[]) {
  const made: MadeRevision[] = [];
  for (const [place, { parent, deleted }] of writes.entries()) {
    const older = parent === null ? undefined : made[Math.max(0, place - 1 - parent.back)];
    const ancestry = older?.ancestry ?? [];
    made.push({ ancestry: [`${ancestry.length + 1}-${hashOf(place)}`, ...ancestry], deleted });
  }
  return made;
}

/**
 * Edits, deletions, resurrections and (nested) conflicts by several writers; their paths arrive in
 * any order, repeated, cut short, or never.
 */
export const histories: fc.Arbitrary<History> = fc
  .array(write, { minLength: 1, maxLength: 24, size: 'max' })
  .chain((writes) => {
    const made = make(writes);
    const arrival = fc
      .record({ which: fc.nat(made.length - 1), depth: fc.integer({ min: 1, max: 30 }) })
      .map(({ which, depth }): Arrival => {
        const { ancestry = [], deleted = false } = made[which] ?? {};
        return { ancestry: ancestry.slice(0, depth), deleted };
      });
    return fc.record({
      made: fc.constant(made),
      arrivals: fc.array(arrival, { minLength: 1, maxLength: 40, size: 'max' }),
    });
  });
