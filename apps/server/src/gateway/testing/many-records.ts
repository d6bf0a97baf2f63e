import { aChild, aScreening } from '@crece/domain/testing';
import type { DocumentStore, Replicated } from '../../store/document-store.ts';

const AT_ONCE = 1_000;

/** Letters and digits that look like a digest; the same text gives the same result. */
export function digestLike(text: string): string {
  let state = 2_166_136_261;
  let digits = '';
  for (let i = 0; digits.length < 32; i += 1) {
    for (const character of `${text}${i}`) {
      state = Math.imul(state ^ character.charCodeAt(0), 16_777_619);
    }
    digits += (state >>> 0).toString(16).padStart(8, '0');
  }
  return digits.slice(0, 32);
}

/** `3-…`, `2-…`, `1-…`: the ancestry of a revision of this generation. */
export function ancestryOf(id: string, generation: number): string[] {
  return Array.from({ length: generation }, (_, i) => {
    const own = generation - i;
    return `${own}-${digestLike(`${id}/${own}`)}`;
  });
}

/** A child or a screening (in turn) of the test unit, as it arrives from a phone. */
export function aRecord(place: number): Replicated {
  const milliseconds = 1_746_878_400_000 + place;
  const code = place.toString(36).padStart(6, '0');
  const isChild = place % 2 === 0;
  const _id = `${isChild ? 'chld' : 'scr'}_test_stake_gtm_${milliseconds}_${code}`;
  const record = isChild ? aChild({ _id }) : aScreening({ _id });
  const ancestry = ancestryOf(_id, isChild ? 3 : 1);
  return { document: { ...record, _id, _rev: ancestry[0] ?? '' }, ancestry };
}

/** Writes this many records directly to a unit's store; returns their ids, sorted. */
export async function manyRecords(store: DocumentStore, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - from);
    const records = Array.from({ length: size }, (_, i) => aRecord(from + i));
    await store.writeRevisions(records);
    ids.push(...records.map(({ document }) => document._id));
  }
  return ids.sort();
}
