import type { UserBody } from '@crece/contract';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../testing/render.tsx';
import {
  checkNewUser as checkNewUserBy,
  checkUserChange as checkUserChangeBy,
  draftOfUser,
  EMPTY_USER_DRAFT,
  scopeOf,
  type UserDraft,
} from './user-form.ts';

const draft = (different: Partial<UserDraft> = {}): UserDraft => ({
  ...EMPTY_USER_DRAFT,
  firstName: 'Ana',
  lastName: 'López',
  email: 'Ana@Example.org',
  username: 'Ana.L',
  ...different,
});

/** Another administrator without limits, and the built-in places. */
const GRANTING = { by: { id: 'boss' }, catalogue: BUILT_IN_CATALOGUE };

const checkNewUser = (typed: UserDraft) => checkNewUserBy(typed, GRANTING);
const checkUserChange = (typed: UserDraft, user: UserBody, by = GRANTING.by) =>
  checkUserChangeBy(typed, user, { ...GRANTING, by });

const codesOf = (checked: ReturnType<typeof checkNewUser> | ReturnType<typeof checkUserChange>) =>
  checked.ok ? [] : checked.issues.map(({ code, field }) => `${field}: ${code}`);

describe('checkNewUser', () => {
  it('accepts a profile, in lower case, with roles and without a scope', () => {
    expect(checkNewUser(draft())).toEqual({
      ok: true,
      value: {
        firstName: 'Ana',
        lastName: 'López',
        email: 'ana@example.org',
        username: 'ana.l',
        roles: ['user'],
      },
      notices: [],
    });
  });

  it('uses the chosen places only when the account is limited to them', () => {
    const places = { countries: 'BOL,GTM', stakes: 'manaus_bra' };
    const limited = checkNewUser(draft({ ...places, reach: 'limited' }));
    expect(limited.ok && limited.value.scope).toEqual({
      countries: ['BOL', 'GTM'],
      stakes: ['manaus_bra'],
    });
    expect(scopeOf(draft(places))).toBeNull();
  });

  it('names every invalid field', () => {
    expect(
      codesOf(
        checkNewUser(
          draft({ lastName: ' ', email: 'x', username: 'a', user: false, reach: 'limited' }),
        ),
      ),
    ).toEqual([
      'lastName: name-required',
      'email: email-invalid',
      'username: username-length',
      'user: roles-required',
      'reach: scope-empty',
    ]);
  });

  it.each([
    [{ user: false, sync: true }, ['user: sync-needs-user']],
    [{ user: false, sync: true, admin: true }, ['user: sync-needs-user']],
    [{ user: true, sync: true }, []],
    [{ user: false, sync: true, 'phl-pilot': true }, []],
    [{ user: false, admin: true }, []],
  ])('grants sync only together with user or the pilot: %j', (roles, codes) => {
    expect(codesOf(checkNewUser(draft(roles)))).toEqual(codes);
  });
});

describe('checkUserChange', () => {
  const user = aUser({ roles: ['user', 'sync'], scope: { countries: ['BOL'] } });

  it('sends what the form was filled from, so that the server can detect a late change', () => {
    const typed = { ...draftOfUser(user), firstName: 'Anna', reach: 'everywhere' };
    const checked = checkUserChange(typed, user);
    expect(checked.ok && checked.value).toEqual({
      firstName: 'Anna',
      lastName: 'López',
      roles: ['user', 'sync'],
      scope: null,
      was: {
        firstName: 'Ana',
        lastName: 'López',
        roles: ['user', 'sync'],
        scope: { countries: ['BOL'] },
      },
    });
  });

  it('keeps what an older draft was filled from', () => {
    const older = draftOfUser(aUser({ firstName: 'Anita', roles: ['user'] }));
    const checked = checkUserChange(older, user);
    expect(checked.ok && checked.value.was).toEqual({
      firstName: 'Anita',
      lastName: 'López',
      roles: ['user'],
    });
  });

  it('accepts only names for one’s own account', () => {
    const typed = { ...draftOfUser(user), firstName: 'Anna', admin: true, reach: 'everywhere' };
    const checked = checkUserChange(typed, user, user);
    expect(checked.ok && checked.value).toMatchObject({
      firstName: 'Anna',
      roles: ['user', 'sync'],
      scope: { countries: ['BOL'] },
    });
  });

  it('names at the fields what an administrator who is limited to places may not grant', () => {
    const by = { id: 'boss', scope: { countries: ['BOL'] } };
    const wider = { ...draftOfUser(user), countries: 'BOL,GTM' };
    expect(codesOf(checkUserChange(wider, user, by))).toEqual(['reach: scope-wider']);
    const elsewhere = aUser({ roles: ['user'], scope: { countries: ['GTM'] } });
    const taken = { ...draftOfUser(elsewhere), countries: 'BOL' };
    expect(codesOf(checkUserChange(taken, elsewhere, by))).toEqual(['reach: account-wider']);
  });

  it('changes the names of an account whose rights only older rules allowed', () => {
    const old = aUser({ roles: ['sync'], scope: { stakes: ['gone_bol'] } });
    expect(codesOf(checkUserChange({ ...draftOfUser(old), firstName: 'Anna' }, old))).toEqual([]);
    expect(codesOf(checkUserChange({ ...draftOfUser(old), admin: true }, old))).toEqual([
      'user: sync-needs-user',
      'reach: unit-unknown',
    ]);
  });
});
