import { describe, expect, it } from 'vitest';
import { aUser } from '../../components/testing/render.tsx';
import {
  checkNewUser,
  checkUserChange,
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

const codesOf = (checked: ReturnType<typeof checkNewUser>) =>
  checked.ok ? [] : checked.issues.map(({ code, field }) => `${field}: ${code}`);

describe('checkNewUser', () => {
  it('takes a profile, lower-cased, with roles and without a scope', () => {
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

  it('takes the places chosen, only when the account is limited to them', () => {
    const places = { countries: 'BOL,GTM', stakes: 'manaus_bra' };
    const limited = checkNewUser(draft({ ...places, reach: 'limited' }));
    expect(limited.ok && limited.value.scope).toEqual({
      countries: ['BOL', 'GTM'],
      stakes: ['manaus_bra'],
    });
    expect(scopeOf(draft(places))).toBeNull();
  });

  it('names every field that is wrong', () => {
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
      'reach: scope-required',
    ]);
  });

  it.each([
    [{ user: false, sync: true }, ['sync: sync-needs-user']],
    [{ user: false, sync: true, admin: true }, ['sync: sync-needs-user']],
    [{ user: true, sync: true }, []],
    [{ user: false, sync: true, 'phl-pilot': true }, []],
    [{ user: false, admin: true }, []],
  ])('grants sync only beside user or the pilot: %j', (roles, codes) => {
    expect(codesOf(checkNewUser(draft(roles)))).toEqual(codes);
  });
});

describe('checkUserChange', () => {
  const user = aUser({ roles: ['user', 'sync'], scope: { countries: ['BOL'] } });

  it('sends what the form was filled from, so that the server can tell a late change', () => {
    const typed = { ...draftOfUser(user), firstName: 'Anna', reach: 'everywhere' };
    const checked = checkUserChange(typed, user, false);
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
    const checked = checkUserChange(older, user, false);
    expect(checked.ok && checked.value.was).toEqual({
      firstName: 'Anita',
      lastName: 'López',
      roles: ['user'],
    });
  });

  it('takes only names of one’s own account', () => {
    const typed = { ...draftOfUser(user), firstName: 'Anna', admin: true, reach: 'everywhere' };
    const checked = checkUserChange(typed, user, true);
    expect(checked.ok && checked.value).toMatchObject({
      firstName: 'Anna',
      roles: ['user', 'sync'],
      scope: { countries: ['BOL'] },
    });
  });
});
