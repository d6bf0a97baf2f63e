import { foldText } from '@crece/domain';
import type { ChildRow } from '@crece/storage';

/** A first and a last name as a form has them. */
export interface Names {
  firstName: string;
  lastName: string;
}

/** What the list passes to the form of a new child through the browser's history. */
interface NewChildState {
  typedName: string;
  /** How a record here splits the same whole name. */
  asHere?: Names;
}

/** The name as it is said: of `Pérez Ñusta, Rosa` the part before the comma is the last name. */
function spokenOrder(typed: string): string {
  const [last = '', ...first] = typed.split(',');
  return [...first, last].join(' ');
}

/** The children whose whole name is the typed one, however it is split. */
export function namesakes(typed: string, rows: readonly ChildRow[]): readonly ChildRow[] {
  const key = foldText(spokenOrder(typed));
  return key === '' ? [] : rows.filter(({ searchKey }) => searchKey === key);
}

/**
 * The history state that passes a searched name to the form of a new child. A child of `rows` with
 * the same whole name says how it is split.
 */
export function newChildState(typedName: string, rows: readonly ChildRow[]): NewChildState {
  const [namesake] = namesakes(typedName, rows);
  if (namesake === undefined) return { typedName };
  const { firstName, lastName } = namesake;
  return { typedName, asHere: { firstName, lastName } };
}
