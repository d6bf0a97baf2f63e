import { type Catalogue, findUnit } from '../catalogue/catalogue.ts';
import type { Checked, Issue } from '../fields/entities.ts';
import {
  type Account,
  type AccountScope,
  GRANTED_ROLES,
  type GrantedRole,
  type Role,
} from './permissions.ts';

// Which rights may be granted to an account, and by whom. Used by the administration's forms, the
// server's calls and the command line. What the rights allow is in `permissions.ts`.

/** Roles, and the places in which they are valid; without a scope everywhere. */
export interface Rights {
  readonly roles: readonly Role[];
  readonly scope?: AccountScope | null | undefined;
}

/** Rights in stored form: each name once and in order, an absent scope left out. */
export interface KeptRights {
  roles: GrantedRole[];
  scope?: { countries?: string[]; stakes?: string[] };
}

export type RolesCode = 'roles-required' | 'sync-needs-user';
export type ScopeCode = 'scope-empty' | 'country-unknown' | 'unit-unknown';
export type ReachCode = 'own-account' | 'account-wider' | 'scope-wider';
export type RightsCode = RolesCode | ScopeCode | ReachCode;

type RightsIssue = Issue<RightsCode>;

function sorted(names: readonly string[] | undefined): string[] {
  return [...new Set(names)].sort();
}

function tidyRoles(roles: readonly Role[]): GrantedRole[] {
  return GRANTED_ROLES.filter((role) => roles.includes(role));
}

function tidyScope({ countries, stakes }: AccountScope): NonNullable<KeptRights['scope']> {
  const [codes, databases] = [sorted(countries), sorted(stakes)];
  return {
    ...(codes.length === 0 ? {} : { countries: codes }),
    ...(databases.length === 0 ? {} : { stakes: databases }),
  };
}

/**
 * Rights in stored form: each role and place once and in order; an empty half of a scope is
 * removed.
 */
export function tidyRights({ roles, scope }: Rights): KeptRights {
  return {
    roles: tidyRoles(roles),
    ...(scope === undefined || scope === null ? {} : { scope: tidyScope(scope) }),
  };
}

/** Whether two accounts have the same rights, ignoring order and repetition. */
export function isSameRights(a: Rights, b: Rights): boolean {
  // Normalised first, so that the texts differ only when the rights do.
  return JSON.stringify(tidyRights(a)) === JSON.stringify(tidyRights(b));
}

/**
 * Adds roles, for actions that grant one role: sync also adds `user`, because it never replaces it.
 * A phl-pilot needs no `user`.
 */
export function withRoles(roles: readonly Role[], ...given: readonly Role[]): GrantedRole[] {
  const all = tidyRoles([...roles, ...given]);
  const needsUser = given.includes('sync') && !all.includes('phl-pilot');
  return needsUser ? tidyRoles([...all, 'user']) : all;
}

/** The issues of a list of roles. */
export function checkRoles(roles: readonly Role[]): Issue<RolesCode>[] {
  const granted = tidyRoles(roles);
  if (granted.length === 0) return [{ field: 'roles', code: 'roles-required' }];
  const isSyncAlone =
    granted.includes('sync') && !granted.includes('user') && !granted.includes('phl-pilot');
  return isSyncAlone ? [{ field: 'roles', code: 'sync-needs-user' }] : [];
}

/**
 * The issues of an account's scope; it may contain only places of the catalogue, in exact spelling.
 */
function checkScope(scope: AccountScope, catalogue: Catalogue): Issue<ScopeCode>[] {
  const { countries = [], stakes = [] } = scope;
  // An empty scope looks like "everywhere" to the person who grants it but means "nowhere".
  if (countries.length + stakes.length === 0) return [{ field: 'scope', code: 'scope-empty' }];
  return [
    ...countries
      .filter((code) => !catalogue.countries.some((country) => country.code === code))
      .map((code) => ({
        field: 'scope.countries',
        code: 'country-unknown' as const,
        params: { code },
      })),
    ...stakes
      .filter((stakeDB) => findUnit(catalogue, stakeDB) === null)
      .map((stakeDB) => ({
        field: 'scope.stakes',
        code: 'unit-unknown' as const,
        params: { stakeDB },
      })),
  ];
}

/** Whether every place of `inner` lies in `outer`; undefined means everywhere. */
function isScopeWithin(
  inner: Rights['scope'],
  outer: Rights['scope'],
  catalogue: Catalogue,
): boolean {
  if (outer === undefined || outer === null) return true;
  if (inner === undefined || inner === null) return false;
  const { countries = [], stakes = [] } = outer;
  return (
    (inner.countries ?? []).every((code) => countries.includes(code)) &&
    (inner.stakes ?? []).every((stakeDB) => {
      const code = findUnit(catalogue, stakeDB)?.country.code;
      return stakes.includes(stakeDB) || (code !== undefined && countries.includes(code));
    })
  );
}

/**
 * Whether an account is one's own. Nobody may change one's own rights, delete one's own account or
 * answer one's own request.
 */
export function isOwnAccount(by: Pick<Account, 'id'>, { id }: Pick<Account, 'id'>): boolean {
  return by.id === id;
}

/** The fields of an administrator that the scope rules need. */
type Reaching = Pick<Account, 'id' | 'scope'>;

/** One grant of rights. */
export interface Grant {
  /** The administrator who grants. */
  by: Reaching;
  /** The stored account; `null` for a new one. */
  present: (Rights & Pick<Account, 'id'>) | null;
  wanted: Rights;
  catalogue: Catalogue;
}

/**
 * Whether an administrator may see and change an account: one's own, and every account whose places
 * all lie in the administrator's scope. An administrator without a scope may change all accounts;
 * one with a scope cannot change an account without a scope.
 */
export function isAccountWithin(
  account: Pick<Account, 'id'> & Pick<Rights, 'scope'>,
  by: Reaching,
  catalogue: Catalogue,
): boolean {
  return isOwnAccount(by, account) || isScopeWithin(account.scope, by.scope, catalogue);
}

/** The issues of granting rights outside the administrator's scope, or to an account outside it. */
function checkReach({ by, present, wanted, catalogue }: Grant): Issue<ReachCode>[] {
  // Without these checks an administrator with a scope could create an unlimited account, or remove
  // the rights of an administrator of other countries.
  if (present !== null && !isAccountWithin(present, by, catalogue)) {
    return [{ field: 'scope', code: 'account-wider' }];
  }
  const isWithin = isScopeWithin(wanted.scope, by.scope, catalogue);
  return isWithin ? [] : [{ field: 'scope', code: 'scope-wider' }];
}

/**
 * Whether somebody may grant these rights to an account; returns them in stored form. Unchanged
 * rights always pass, so that a name can be corrected on an account that only older rules allowed.
 * An account with places outside the administrator's scope cannot be changed at all.
 */
export function checkGrant(grant: Grant): Checked<KeptRights, RightsCode> {
  const { by, present, wanted, catalogue } = grant;
  const kept = tidyRights(wanted);
  if (present !== null) {
    if (isSameRights(present, wanted) && isAccountWithin(present, by, catalogue))
      return { ok: true, value: kept, notices: [] };
    if (isOwnAccount(by, present)) {
      return { ok: false, issues: [{ field: 'roles', code: 'own-account' }] };
    }
  }
  const issues: RightsIssue[] = [
    ...checkRoles(kept.roles),
    ...(kept.scope === undefined ? [] : checkScope(kept.scope, catalogue)),
    ...checkReach(grant),
  ];
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: kept, notices: [] };
}

/** Whether rights include administration, with or without a scope. */
export function isAdministrator({ roles }: Pick<Rights, 'roles'>): boolean {
  return roles.includes('admin');
}

/**
 * Whether rights are those of an administrator without a scope. The last such account must not be
 * deleted, demoted or given a scope: nobody could undo that in the application.
 */
export function isUnlimitedAdministrator({ roles, scope }: Rights): boolean {
  return isAdministrator({ roles }) && (scope === undefined || scope === null);
}

/** Maximum length of the note in a request for a role, in characters. */
export const MAX_REQUEST_NOTE_LENGTH = 500;

/**
 * Checks the note of a request and returns its stored form: line breaks stay, other control
 * characters become blanks.
 */
export function checkRequestNote(note: string): Checked<string, 'note-length'> {
  const value = note.replace(/[^\P{Cc}\n]/gu, ' ').trim();
  const to = MAX_REQUEST_NOTE_LENGTH;
  return [...value].length > to
    ? { ok: false, issues: [{ code: 'note-length', field: 'note', params: { to } }] }
    : { ok: true, value, notices: [] };
}
