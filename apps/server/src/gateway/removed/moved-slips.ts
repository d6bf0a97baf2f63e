import type { MovedSlipsBody } from '@crece/contract';
import { movedAway, readSlips } from '@crece/domain';
import type { DocumentStore } from '../../store/document-store.ts';
import { deletedRecords } from './deleted-records.ts';

type Children = MovedSlipsBody['children'];

/**
 * The children of a unit that moved away with a referral slip. A phone that first received the unit
 * afterwards has none of their records, so that a slip on paper would say nothing to it.
 */
export async function movedSlips(store: DocumentStore): Promise<Children> {
  const slips = new Map<string, Children[number]['slips']>();
  for await (const leaves of deletedRecords(store, (kind) => kind === 'scr')) {
    const documents = leaves.map(({ document }) => document);
    if (movedAway(documents) === null) continue;
    for (const { owner, slip, surveyDate } of documents) {
      if (typeof owner !== 'string' || typeof surveyDate !== 'string') continue;
      const known = slips.get(owner) ?? [];
      const more = (readSlips(slip) ?? []).filter((one) => !known.some(([each]) => each === one));
      if (more.length === 0) continue;
      slips.set(owner, [...known, ...more.map((one): [string, string] => [one, surveyDate])]);
    }
  }
  return [...slips].map(([id, own]) => ({ id, slips: own }));
}
