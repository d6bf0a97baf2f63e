import type { Provenance } from '../fields/entities.ts';
import { isRecord } from './gate-codes.ts';
import { repairInstant, repairText } from './repairs.ts';

/** For each field, a revision's generation; invalid ones are dropped. */
function repairStamp(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  const isGeneration = (number: unknown) => Number.isInteger(number) && Number(number) > 0;
  if (Object.values(value).every(isGeneration)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, number]) => isGeneration(number)));
}

const REPAIRS: Readonly<Record<keyof Provenance, (value: unknown) => unknown>> = {
  created: repairInstant,
  updatedAt: repairInstant,
  updatedBy: repairText,
  device: repairText,
  rules: repairText,
  stamp: repairStamp,
};

/** The provenance fields (who wrote a record and when), each with its reader. */
export const PROVENANCE_READERS = Object.entries(REPAIRS).map(([name, read]) => ({ name, read }));

export const PROVENANCE_NAMES: readonly string[] = Object.keys(REPAIRS);
