import { GRANTED_ROLES, type Role, withRoles } from '@crece/domain';
import { CliError } from '../cli-error.ts';

/** A typed role; an unknown word is refused with the list of roles. */
export function roleOf(word: string): Role {
  const role = GRANTED_ROLES.find((each) => each === word);
  if (role !== undefined) return role;
  throw new CliError(`There is no role "${word}": ${GRANTED_ROLES.join(', ')}.`, 2);
}

/**
 * The roles after typed changes `+sync`, `-admin`; a granted role brings the roles that it
 * requires.
 */
export function changedRoles(roles: readonly Role[], changes: readonly string[]): Role[] {
  const typed = changes.map((change) => ({
    isGiven: change.startsWith('+'),
    role: roleOf(change.slice(1)),
  }));
  const given = typed.filter(({ isGiven }) => isGiven).map(({ role }) => role);
  const taken = new Set(typed.filter(({ isGiven }) => !isGiven).map(({ role }) => role));
  return withRoles(roles, ...given).filter((role) => !taken.has(role));
}
