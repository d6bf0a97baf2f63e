import type { NewUserRequest, UserBody, UserRequest } from '@crece/contract';
import {
  type AccountScope,
  type Checked,
  checkNames,
  checkProfile,
  type Issue,
  type NameCode,
  type ProfileCode,
  type Role,
} from '@crece/domain';
import { GRANTED_ROLES } from './person.tsx';

/** What the forms of an account type; places are lists with commas: a form keeps texts. */
export type UserDraft = {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  user: boolean;
  sync: boolean;
  admin: boolean;
  'phl-pilot': boolean;
  reach: string;
  countries: string;
  stakes: string;
  /**
   * The account as the form was filled from it, as JSON; empty for a new one. It is kept with the
   * draft: a draft that comes back later must not overwrite what others changed since.
   */
  was: string;
};

export type UserFormCode =
  | ProfileCode
  | NameCode
  | 'roles-required'
  | 'sync-needs-user'
  | 'scope-required';

export const EMPTY_USER_DRAFT: UserDraft = {
  firstName: '',
  lastName: '',
  email: '',
  username: '',
  user: true,
  sync: false,
  admin: false,
  'phl-pilot': false,
  reach: 'everywhere',
  countries: '',
  stakes: '',
  was: '',
};

const joined = (items: readonly string[] | undefined) => (items ?? []).join(',');

/** The items of a list with commas: `BOL,GTM`. */
export const itemsOf = (text: string): string[] => text.split(',').filter((item) => item !== '');

/** An account as its form begins. */
export function draftOfUser(user: UserBody): UserDraft {
  const has = (role: Role) => user.roles.includes(role);
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    username: user.username,
    user: has('user'),
    sync: has('sync'),
    admin: has('admin'),
    'phl-pilot': has('phl-pilot'),
    reach: user.scope === undefined ? 'everywhere' : 'limited',
    countries: joined(user.scope?.countries),
    stakes: joined(user.scope?.stakes),
    was: wasOf(user),
  };
}

/** The roles ticked, in the order of the table. */
export const rolesOf = (draft: UserDraft): Role[] =>
  GRANTED_ROLES.filter((role) => role !== 'guest' && draft[role]);

/** Where the account may work; `null`: no limit beyond its roles. */
export function scopeOf(draft: UserDraft): AccountScope | null {
  if (draft.reach !== 'limited') return null;
  const countries = itemsOf(draft.countries);
  const stakes = itemsOf(draft.stakes);
  return {
    ...(countries.length === 0 ? {} : { countries }),
    ...(stakes.length === 0 ? {} : { stakes }),
  };
}

function grantIssues(draft: UserDraft): Issue<UserFormCode>[] {
  const roles = rolesOf(draft);
  const issues: Issue<UserFormCode>[] = [];
  if (roles.length === 0) issues.push({ code: 'roles-required', field: 'user' });
  else if (draft.sync && !draft.user && !draft['phl-pilot']) {
    // Sync is granted beside user (or the pilot's role), never instead of it.
    issues.push({ code: 'sync-needs-user', field: 'sync' });
  }
  if (draft.reach === 'limited' && draft.countries === '' && draft.stakes === '') {
    issues.push({ code: 'scope-required', field: 'reach' });
  }
  return issues;
}

const issuesOf = (checked: Checked<unknown, UserFormCode>) => (checked.ok ? [] : checked.issues);

/** A typed new account. */
export function checkNewUser(draft: UserDraft): Checked<NewUserRequest, UserFormCode> {
  const profile = checkProfile(draft);
  const issues = [...issuesOf(profile), ...grantIssues(draft)];
  if (!profile.ok || issues.length > 0) return { ok: false, issues };
  const scope = scopeOf(draft);
  return {
    ok: true,
    value: {
      ...profile.value,
      roles: rolesOf(draft),
      ...(scope === null ? {} : { scope: withLists(scope) }),
    },
    notices: [],
  };
}

/** A request carries lists of its own: those of a scope are read-only. */
function withLists({ countries, stakes }: NonNullable<UserBody['scope']> | AccountScope) {
  return {
    ...(countries === undefined ? {} : { countries: [...countries] }),
    ...(stakes === undefined ? {} : { stakes: [...stakes] }),
  };
}

/**
 * A typed change of an account that stands as `user`. Of one's own account only the names are
 * taken: nobody changes the own roles or places.
 */
export function checkUserChange(
  draft: UserDraft,
  user: UserBody,
  isOwn: boolean,
): Checked<UserRequest, UserFormCode> {
  const names = checkNames(draft);
  const issues = [...issuesOf(names), ...(isOwn ? [] : grantIssues(draft))];
  if (!names.ok || issues.length > 0) return { ok: false, issues };
  const scope = isOwn ? user.scope : scopeOf(draft);
  return {
    ok: true,
    value: {
      ...names.value,
      roles: isOwn ? user.roles : rolesOf(draft),
      scope: scope ? withLists(scope) : null,
      was: JSON.parse(draft.was) as UserRequest['was'],
    },
    notices: [],
  };
}

/** What a form of this account is filled from: the server refuses when it has changed since. */
export function wasOf({ firstName, lastName, roles, scope }: UserBody): string {
  return JSON.stringify({
    firstName,
    lastName,
    roles,
    ...(scope === undefined ? {} : { scope }),
  });
}
