import { GRANTED_ROLES, type Role, withRoles } from '@crece/domain';
import { CliError } from '../cli-error.ts';

/** A typed role; a word that is none is told with those there are. */
export function roleOf(word: string): Role {
  const role = GRANTED_ROLES.find((each) => each === word);
  if (role !== undefined) return role;
  throw new CliError(`There is no role "${word}": ${GRANTED_ROLES.join(', ')}.`, 2);
}

/** Roles after typed changes, `+sync`, `-admin`; what is given brings along what it needs. */
export function changedRoles(roles: readonly Role[], changes: readonly string[]): Role[] {
  const typed = changes.map((change) => ({
    isGiven: change.startsWith('+'),
    role: roleOf(change.slice(1)),
  }));
  const given = typed.filter(({ isGiven }) => isGiven).map(({ role }) => role);
  const taken = new Set(typed.filter(({ isGiven }) => !isGiven).map(({ role }) => role));
  return withRoles(roles, ...given).filter((role) => !taken.has(role));
}
