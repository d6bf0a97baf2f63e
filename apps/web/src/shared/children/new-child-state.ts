import type { ChildRow } from '@crece/storage';
import { namesakeOf, wholeNameKey } from './namesakes.ts';

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

/**
 * The history state that passes a searched name to the form of a new child. A child of `rows` with
 * the same whole name says how it is split.
 */
export function newChildState(typedName: string, rows: readonly ChildRow[]): NewChildState {
  const namesake = namesakeOf(typedName, rows);
  if (namesake === undefined) return { typedName };
  const key = wholeNameKey(typedName);
  const { firstName, lastName } =
    namesake.others?.find(({ searchKey }) => searchKey === key) ?? namesake;
  return { typedName, asHere: { firstName, lastName } };
}
