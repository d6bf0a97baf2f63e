import { describe, expect, it } from 'vitest';
import { identityOf } from './identity.ts';
import { usernamesFor } from './user-names.ts';

describe('identityOf', () => {
  it('reads the claims of OpenID Connect', () => {
    expect(
      identityOf({
        sub: '1',
        email: ' Ana@Example.ORG ',
        email_verified: true,
        given_name: 'Ana María',
        family_name: 'López',
        name: 'Ana María López',
        preferred_username: 'ana.lopez',
      }),
    ).toEqual({
      subject: '1',
      email: 'ana@example.org',
      isEmailChecked: true,
      firstName: 'Ana María',
      lastName: 'López',
      displayName: 'Ana María López',
      handle: 'ana.lopez',
    });
  });

  it('reads Facebook’s answer', () => {
    const facebook = {
      id: '10158',
      name: 'Ana López',
      first_name: 'Ana',
      last_name: 'López',
      email: 'ana@example.org',
    };
    expect(identityOf(facebook)).toMatchObject({
      subject: '10158',
      email: 'ana@example.org',
      isEmailChecked: false,
      firstName: 'Ana',
      lastName: 'López',
    });
  });

  it('reads GitHub’s answer, the verified primary address first', () => {
    const list = [
      { email: 'old@example.org', primary: false, verified: true },
      { email: 'main@example.org', primary: true, verified: true },
      { email: 'new@example.org', primary: true, verified: false },
    ];
    const user = { id: 583231, login: 'octocat', name: null, email: 'public@example.org' };
    expect(identityOf(user, list)).toMatchObject({
      subject: '583231',
      email: 'main@example.org',
      isEmailChecked: true,
      firstName: 'octocat',
      lastName: '',
      handle: 'octocat',
    });
    expect(identityOf(user, list.slice(2))).toMatchObject({
      email: 'new@example.org',
      isEmailChecked: false,
    });
    expect(identityOf(user, [])).toMatchObject({
      email: 'public@example.org',
      isEmailChecked: false,
    });
  });

  it.each([
    ['true', true],
    ['false', false],
    [1, false],
    [null, false],
    [undefined, false],
  ])('reads email_verified %j as %s', (verified, expected) => {
    const claims = { sub: '1', email: 'a@example.org', email_verified: verified };
    expect(identityOf(claims)?.isEmailChecked).toBe(expected);
  });

  it('an invalid address is not treated as verified', () => {
    expect(identityOf({ sub: '1', email: 'nobody', email_verified: true })).toMatchObject({
      email: null,
      isEmailChecked: false,
    });
  });

  it.each([
    [{ name: 'Ana' }, 'Ana', ''],
    [{ name: 'Ana María López' }, 'Ana María', 'López'],
    [{ given_name: 'Ana' }, 'Ana', ''],
    [{ family_name: 'López' }, 'López', ''],
    [{ name: '  Ana\r\n\u2028López ' }, 'Ana', 'López'],
    [{ given_name: '\ufe0f', name: 'An\u200ba\u202e' }, 'Ana', ''],
    [{ given_name: '\u3164', first_name: 'Luz' }, 'Luz', ''],
    [{ given_name: 'a'.repeat(60), family_name: 'b'.repeat(50) }, 'a'.repeat(50), 'b'.repeat(50)],
    [{ email: 'ana@example.org' }, 'ana', ''],
    [{ name: ['Ana'], given_name: 7 }, '', ''],
  ])('reads the name from %j', (claims, firstName, lastName) => {
    expect(identityOf({ sub: '1', ...claims })).toMatchObject({ firstName, lastName });
  });

  it.each([
    {},
    { sub: '' },
    { sub: null },
    { id: 1.5 },
    { id: 2 ** 53 },
    { sub: {} },
    { sub: 'a'.repeat(256) },
  ])('returns null for %j, which names no person', (claims) => {
    expect(identityOf(claims)).toBeNull();
  });

  it('accepts a subject that is a number or has 255 characters', () => {
    expect(identityOf({ id: 0 })?.subject).toBe('0');
    expect(identityOf({ sub: 'a'.repeat(255) })?.subject).toBe('a'.repeat(255));
  });
});

describe('usernamesFor', () => {
  const namesFor = (claims: Record<string, unknown>) => {
    const identity = identityOf({ sub: '1', ...claims });
    return identity === null ? [] : [...usernamesFor(identity)];
  };

  it('tries the name at the provider, the address, the full name, then numbers', () => {
    const names = namesFor({
      preferred_username: 'Ana_L',
      email: 'a.lopez@example.org',
      name: 'Ana López',
    });
    expect(names.slice(0, 5)).toEqual(['ana_l', 'a.lopez', 'ana.lopez', 'ana_l2', 'ana_l3']);
    expect(names[10]).toBe('ana_l9');
    expect(names).toHaveLength(21);
    expect(names.slice(11).every((name) => /^ana_l\d{1,4}$/.test(name))).toBe(true);
  });

  it.each([
    [{ preferred_username: 'María José!' }, 'maria.jose'],
    [{ preferred_username: '..__Ana--' }, 'ana'],
    [{ preferred_username: 'admin', email: 'luz@example.org' }, 'luz'],
    [{ preferred_username: 'ab', email: 'al@example.org' }, 'member'],
    [{ name: '敏' }, 'member'],
    [{ preferred_username: 'x'.repeat(40) }, 'x'.repeat(34)],
  ])('makes a valid user name of %j', (claims, first) => {
    expect(namesFor(claims)[0]).toBe(first);
  });

  it('keeps the maximum length with a number at the end', () => {
    const names = namesFor({ preferred_username: 'x'.repeat(40) });
    expect(names[1]).toBe(`${'x'.repeat(33)}2`);
    expect(Math.max(...names.map(({ length }) => length))).toBe(34);
  });
});
