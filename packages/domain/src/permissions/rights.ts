import { type Catalogue, findUnit } from '../catalogue/catalogue.ts';
import type { Checked, Issue } from '../entities.ts';
import {
  type Account,
  type AccountScope,
  GRANTED_ROLES,
  type GrantedRole,
  type Role,
} from './permissions.ts';

// What may be given to an account, and by whom. The forms of the administration, the server's calls
// and the command line ask here; what somebody may do with the rights is `permissions.ts`.

/** Roles, and the places that they count in; no scope: everywhere. */
export interface Rights {
  readonly roles: readonly Role[];
  readonly scope?: AccountScope | null | undefined;
}

/** Rights as they are kept: each name once and in order, a scope that is none left out. */
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

/** Rights with each role and place once, in order; the half of a scope that names nothing goes. */
export function tidyRights({ roles, scope }: Rights): KeptRights {
  return {
    roles: tidyRoles(roles),
    ...(scope === undefined || scope === null ? {} : { scope: tidyScope(scope) }),
  };
}

/** Whether two accounts have the same rights: order and repetition do not count. */
export function isSameRights(a: Rights, b: Rights): boolean {
  // Tidied, so that the texts differ only where the rights do.
  return JSON.stringify(tidyRights(a)) === JSON.stringify(tidyRights(b));
}

/**
 * Roles with some more, for acts that give one role: sync brings `user` along, because it stands
 * beside it and never instead of it. A phl-pilot needs no `user`.
 */
export function withRoles(roles: readonly Role[], ...given: readonly Role[]): GrantedRole[] {
  const all = tidyRoles([...roles, ...given]);
  const needsUser = given.includes('sync') && !all.includes('phl-pilot');
  return needsUser ? tidyRoles([...all, 'user']) : all;
}

/** What is wrong with a list of roles. */
export function checkRoles(roles: readonly Role[]): Issue<RolesCode>[] {
  const granted = tidyRoles(roles);
  if (granted.length === 0) return [{ field: 'roles', code: 'roles-required' }];
  const isSyncAlone =
    granted.includes('sync') && !granted.includes('user') && !granted.includes('phl-pilot');
  return isSyncAlone ? [{ field: 'roles', code: 'sync-needs-user' }] : [];
}

/** What is wrong with the places of an account; it may name those of the catalogue, exactly. */
function checkScope(scope: AccountScope, catalogue: Catalogue): Issue<ScopeCode>[] {
  const { countries = [], stakes = [] } = scope;
  // An empty scope would read as "everywhere" to whoever gives it and mean "nowhere".
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

/** Whether every place of `inner` lies in `outer`; no scope is everywhere. */
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

/** Whether an account is one's own: nobody changes its rights, deletes it or answers its request. */
export function isOwnAccount(by: Pick<Account, 'id'>, { id }: Pick<Account, 'id'>): boolean {
  return by.id === id;
}

/** An administrator as the rules of reach know them. */
type Reaching = Pick<Account, 'id' | 'scope'>;

/** One giving of rights. */
export interface Grant {
  /** Who gives them. */
  by: Reaching;
  /** The account as it stands; `null`: it is being made. */
  present: (Rights & Pick<Account, 'id'>) | null;
  wanted: Rights;
  catalogue: Catalogue;
}

/**
 * Whether an administrator may see and change an account: its own, and every account whose places
 * all lie within the administrator's. An administrator without a scope reaches all of them; one with
 * a scope reaches no account without a scope.
 */
export function isAccountWithin(
  account: Pick<Account, 'id'> & Pick<Rights, 'scope'>,
  by: Reaching,
  catalogue: Catalogue,
): boolean {
  return isOwnAccount(by, account) || isScopeWithin(account.scope, by.scope, catalogue);
}

/** What an administrator may not give, or not to this account. */
function checkReach({ by, present, wanted, catalogue }: Grant): Issue<ReachCode>[] {
  // Without these a limited administrator would make an account of their own without limits, or
  // take the rights of one who works in other countries.
  if (present !== null && !isAccountWithin(present, by, catalogue)) {
    return [{ field: 'scope', code: 'account-wider' }];
  }
  const isWithin = isScopeWithin(wanted.scope, by.scope, catalogue);
  return isWithin ? [] : [{ field: 'scope', code: 'scope-wider' }];
}

/**
 * Whether somebody may give an account these rights; the answer is what is to be kept. Rights that
 * stay as they are pass whatever they are: only a change is judged, so that a name can be put right
 * on an account that older rules let pass. An account that works beyond one's own places is not
 * changed at all.
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

/** Whether rights make somebody an administrator, of all places or of some. */
export function isAdministrator({ roles }: Pick<Rights, 'roles'>): boolean {
  return roles.includes('admin');
}

/**
 * Whether rights make somebody an administrator of everything. The last one is not deleted, demoted
 * or limited to places: nobody in the application could undo it.
 */
export function isUnlimitedAdministrator({ roles, scope }: Rights): boolean {
  return isAdministrator({ roles }) && (scope === undefined || scope === null);
}

/** Longest note of somebody who asks for a role, in characters. */
export const MAX_REQUEST_NOTE_LENGTH = 500;

/** The note of a request as it is kept: line ends stay, other control characters become blanks. */
export function checkRequestNote(note: string): Checked<string, 'note-length'> {
  const value = note.replace(/[^\P{Cc}\n]/gu, ' ').trim();
  const to = MAX_REQUEST_NOTE_LENGTH;
  return [...value].length > to
    ? { ok: false, issues: [{ code: 'note-length', field: 'note', params: { to } }] }
    : { ok: true, value, notices: [] };
}
