import type { RecordKind } from '../base/ids.ts';
import type { Place } from '../catalogue/catalogue.ts';

// Which role may do what: one table, enforced by the server and used by the client to show or hide
// actions.

/** The roles that an account can be given. */
export const GRANTED_ROLES = ['user', 'sync', 'admin', 'phl-pilot'] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** The closed list of roles; `guest` means not signed in and is never granted. */
export const ROLES = ['guest', ...GRANTED_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** Countries (codes) and units (databases) to which an account is limited. */
export interface AccountScope {
  countries?: readonly string[] | undefined;
  stakes?: readonly string[] | undefined;
}

export interface Account {
  id: string;
  username: string;
  displayName: string;
  roles: readonly Role[];
  /** Absent: no limit besides the roles. */
  scope?: AccountScope;
}

/** Where an action happens. `pilot` comes from the unit's entry in the catalogue. */
export interface ActionPlace {
  stakeDB?: string;
  countryCode?: string;
  pilot?: boolean;
}

/**
 * The place of a unit with all its fields, because a missing one could give a wrong answer about
 * rights.
 */
export function actionPlaceOf({ country, unit }: Place): Required<ActionPlace> {
  return { stakeDB: unit.stakeDB, countryCode: country.code, pilot: unit.pilot === true };
}

/** `pilot`: only in the pilot's units. */
type Allowed = 'yes' | 'no' | 'pilot';

const row = (
  guest: Allowed,
  user: Allowed,
  sync: Allowed,
  admin: Allowed,
  pilot: Allowed,
): Readonly<Record<Role, Allowed>> => ({ guest, user, sync, admin, 'phl-pilot': pilot });

/** One row per action, in the order guest, user, sync, admin, phl-pilot. */
export const PERMISSIONS = {
  'see-places': row('yes', 'yes', 'yes', 'yes', 'pilot'),
  'edit-child': row('yes', 'yes', 'yes', 'yes', 'pilot'),
  'edit-screening': row('yes', 'yes', 'yes', 'yes', 'pilot'),
  'edit-mother': row('yes', 'yes', 'yes', 'yes', 'pilot'),
  'remove-child': row('no', 'yes', 'no', 'yes', 'no'),
  sync: row('no', 'no', 'yes', 'yes', 'no'),
  'report-unit': row('no', 'no', 'yes', 'yes', 'no'),
  upload: row('no', 'no', 'yes', 'yes', 'no'),
  'update-views': row('no', 'no', 'yes', 'yes', 'no'),
  compact: row('no', 'no', 'yes', 'yes', 'no'),
  'download-file': row('no', 'no', 'yes', 'yes', 'no'),
  'report-country': row('no', 'no', 'no', 'yes', 'no'),
  convert: row('no', 'no', 'no', 'yes', 'no'),
  'manage-users': row('no', 'no', 'no', 'yes', 'no'),
  'manage-catalogue': row('no', 'no', 'no', 'yes', 'no'),
  'manage-settings': row('no', 'no', 'no', 'yes', 'no'),
  'own-settings': row('no', 'yes', 'yes', 'yes', 'yes'),
} as const satisfies Record<string, Readonly<Record<Role, Allowed>>>;

export type Action = keyof typeof PERMISSIONS;

/**
 * The right needed to remove each kind of record: whoever may edit a screening or a mother may
 * remove it.
 */
export const REMOVAL_RIGHTS = {
  chld: 'remove-child',
  scr: 'edit-screening',
  mthr: 'edit-mother',
} as const satisfies Record<RecordKind, Action>;

/**
 * The valid roles of somebody: a person who is not signed in, or has no roles, is a guest. Unknown
 * role names (accounts are read from outside) give no rights.
 */
function rolesOf(account: Pick<Account, 'roles'> | null): readonly Role[] {
  const roles = account?.roles.filter((role) => ROLES.includes(role)) ?? [];
  return roles.length === 0 ? ['guest'] : roles;
}

/** Whether the account may work only in the pilot's units. */
export function isPilotOnly(account: Pick<Account, 'roles'> | null): boolean {
  const roles = rolesOf(account);
  return roles.includes('phl-pilot') && !roles.includes('admin');
}

function isWithinScope(scope: AccountScope | undefined, place: ActionPlace): boolean {
  if (scope === undefined) return true;
  const { stakeDB, countryCode } = place;
  return (
    (stakeDB !== undefined && (scope.stakes ?? []).includes(stakeDB)) ||
    (countryCode !== undefined && (scope.countries ?? []).includes(countryCode))
  );
}

/**
 * Whether somebody may do an action: in `place` when given, otherwise anywhere. The rights of
 * several roles add up, except that phl-pilot limits every other role but admin to the pilot's
 * units.
 */
export function can(account: Account | null, action: Action, place?: ActionPlace): boolean {
  const granted = rolesOf(account).map((role) => PERMISSIONS[action][role]);
  if (granted.every((cell) => cell === 'no')) return false;
  if (place === undefined) return true;
  if (place.pilot !== true && (isPilotOnly(account) || !granted.includes('yes'))) return false;
  return isWithinScope(account?.scope, place);
}
