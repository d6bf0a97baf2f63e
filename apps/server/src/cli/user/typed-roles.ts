import { ROLES, type Role } from '@crece/domain';
import { CliError } from '../cli-error.ts';

const GRANTED: readonly Role[] = ROLES.filter((role) => role !== 'guest');

/** A typed role; a word that is none is told with those there are. */
export function roleOf(word: string): Role {
  const role = GRANTED.find((each) => each === word);
  if (role !== undefined) return role;
  throw new CliError(`There is no role "${word}": ${GRANTED.join(', ')}.`, 2);
}

/** Roles after typed changes: `+sync`, `-admin`. */
export function changedRoles(roles: readonly Role[], changes: readonly string[]): Role[] {
  const after = new Set(roles);
  for (const change of changes) {
    const role = roleOf(change.slice(1));
    if (change.startsWith('+')) after.add(role);
    else after.delete(role);
  }
  return [...after];
}
