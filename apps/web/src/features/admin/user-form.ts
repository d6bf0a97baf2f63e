import type { NewUserRequest, UserBody, UserRequest } from '@crece/contract';
import {
  type AccountScope,
  type Checked,
  checkGrant,
  checkNames,
  checkProfile,
  GRANTED_ROLES,
  type Grant,
  type GrantedRole,
  isOwnAccount,
  type KeptRights,
  type ProfileCode,
  type RightsCode,
  type Role,
} from '@crece/domain';

/**
 * Draft of the forms of an account; places are comma-separated lists, because a form stores texts.
 */
export type UserDraft = Record<GrantedRole, boolean> & {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  reach: string;
  countries: string;
  stakes: string;
  /**
   * The account from which the form was filled, as JSON; empty for a new one. It is stored with the
   * draft: an older draft must not overwrite later changes by others.
   */
  was: string;
};

export type UserFormCode = ProfileCode | RightsCode;

function ticksOf(roles: readonly Role[]): Record<GrantedRole, boolean> {
  const ticks = GRANTED_ROLES.map((role) => [role, roles.includes(role)] as const);
  return Object.fromEntries(ticks) as Record<GrantedRole, boolean>;
}

export const EMPTY_USER_DRAFT: UserDraft = {
  firstName: '',
  lastName: '',
  email: '',
  username: '',
  ...ticksOf(['user']),
  reach: 'everywhere',
  countries: '',
  stakes: '',
  was: '',
};

const joined = (items: readonly string[] | undefined) => (items ?? []).join(',');

/** The items of a comma-separated list: `BOL,GTM`. */
export const itemsOf = (text: string): string[] => text.split(',').filter((item) => item !== '');

/** The initial draft of an account's form. */
export function draftOfUser(user: UserBody): UserDraft {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    username: user.username,
    ...ticksOf(user.roles),
    reach: user.scope === undefined ? 'everywhere' : 'limited',
    countries: joined(user.scope?.countries),
    stakes: joined(user.scope?.stakes),
    was: wasOf(user),
  };
}

/** The ticked roles, in the order of the table. */
export const rolesOf = (draft: UserDraft): GrantedRole[] =>
  GRANTED_ROLES.filter((role) => draft[role]);

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

/** The form fields for parts of a request that are composed of other fields. */
const FIELD_OF_PART: Readonly<Record<string, keyof UserDraft>> = {
  roles: 'user',
  scope: 'reach',
  'scope.countries': 'reach',
  'scope.stakes': 'reach',
};

/** The issue with the name of the form field that shows it. */
export function atFormField<Shown extends { field?: string | undefined }>(issue: Shown): Shown {
  const field = FIELD_OF_PART[issue.field ?? ''];
  return field === undefined ? issue : { ...issue, field };
}

/** The person who fills in the form, and the existing places. */
export type Granting = Pick<Grant, 'by' | 'catalogue'>;

const rightsOf = (draft: UserDraft) => ({ roles: rolesOf(draft), scope: scopeOf(draft) });

function both<Typed>(
  typed: Checked<Typed, UserFormCode>,
  granted: Checked<KeptRights, UserFormCode>,
): Checked<Typed & KeptRights, UserFormCode> {
  if (typed.ok && granted.ok) {
    return { ok: true, value: { ...typed.value, ...granted.value }, notices: [] };
  }
  const issues = [typed, granted].flatMap((checked) => (checked.ok ? [] : checked.issues));
  return { ok: false, issues: issues.map((issue) => atFormField(issue)) };
}

/** Checks a typed new account. */
export function checkNewUser(
  draft: UserDraft,
  granting: Granting,
): Checked<NewUserRequest, UserFormCode> {
  const wanted = rightsOf(draft);
  return both(checkProfile(draft), checkGrant({ ...granting, present: null, wanted }));
}

/**
 * Checks a typed change of the stored account `user`. For one's own account only the names are
 * used: nobody changes the own roles or places.
 */
export function checkUserChange(
  draft: UserDraft,
  user: UserBody,
  granting: Granting,
): Checked<UserRequest, UserFormCode> {
  const wanted = isOwnAccount(granting.by, user) ? user : rightsOf(draft);
  const checked = both(checkNames(draft), checkGrant({ ...granting, present: user, wanted }));
  if (!checked.ok) return checked;
  return {
    ...checked,
    value: {
      ...checked.value,
      scope: checked.value.scope ?? null,
      was: JSON.parse(draft.was) as UserRequest['was'],
    },
  };
}

/**
 * The state from which a form of this account is filled: the server refuses the change when the
 * account has changed since.
 */
export function wasOf({ firstName, lastName, roles, scope }: UserBody): string {
  return JSON.stringify({
    firstName,
    lastName,
    roles,
    ...(scope === undefined ? {} : { scope }),
  });
}
