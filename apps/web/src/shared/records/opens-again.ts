import type { LocalUnit } from '@crece/storage';

/**
 * Whether a form about a child opens again: the child is here, or what it was before somebody removed it.
 * Not once the browser, or another window, has removed the records of the unit; without a child that
 * alone counts.
 */
export async function opensAgain(unit: LocalUnit, childId?: string): Promise<boolean> {
  const { state, fault } = unit.snapshot();
  if (state === 'failed' && fault?.code === 'closed') return false;
  if (childId === undefined) return true;
  const file = (await unit.readChildFile(childId)) ?? (await unit.readRemovedFile(childId));
  return file !== null;
}
