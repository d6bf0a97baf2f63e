import type { Provenance } from '../entities.ts';
import { withoutUndefined } from '../optional.ts';
import { isRecord, type RawRecord } from './gate-codes.ts';
import { repairInstant, repairText } from './repairs.ts';

export const PROVENANCE_NAMES = [
  'created',
  'updatedAt',
  'updatedBy',
  'device',
  'rules',
  'stamp',
] as const satisfies readonly (keyof Provenance)[];

function repairStamp(value: unknown): Record<string, number> | undefined {
  if (!isRecord(value)) return undefined;
  const generations: [string, number][] = [];
  for (const [field, generation] of Object.entries(value)) {
    if (typeof generation === 'number' && Number.isInteger(generation) && generation > 0) {
      generations.push([field, generation]);
    }
  }
  return Object.fromEntries(generations);
}

/** Who wrote a record and when, as far as it can be read. */
export function repairProvenance(raw: RawRecord): Provenance {
  return withoutUndefined({
    created: repairInstant(raw['created']),
    updatedAt: repairInstant(raw['updatedAt']),
    updatedBy: repairText(raw['updatedBy']),
    device: repairText(raw['device']),
    rules: repairText(raw['rules']),
    stamp: repairStamp(raw['stamp']),
  });
}
