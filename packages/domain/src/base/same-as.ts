import type { SameAs } from './words.ts';

function isDecision(value: unknown): value is SameAs {
  if (typeof value !== 'object' || value === null) return false;
  const { id, decided } = value as Partial<SameAs>;
  return typeof id === 'string' && Number.isSafeInteger(decided) && Number(decided) > 0;
}

/**
 * The decisions of a stored field; what cannot be one is left out. One id alone, as another program
 * may write it, is a decision that they are one child.
 */
export function readSameAs(value: unknown): readonly SameAs[] | undefined {
  if (typeof value === 'string' && value !== '') return [{ id: value, decided: 1 }];
  if (!Array.isArray(value)) return undefined;
  const listed: unknown[] = value;
  const decisions = listed.filter(isDecision);
  if (decisions.length === 0) return undefined;
  return decisions.length === listed.length ? (listed as SameAs[]) : decisions;
}
