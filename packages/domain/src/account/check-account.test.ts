import { describe, expect, it } from 'vitest';
import {
  checkEmail,
  checkNames,
  checkProfile,
  checkSignUp,
  checkUsername,
  displayNameOf,
  RESERVED_USERNAMES,
  type SignUpDraft,
} from './check-account.ts';

function codesOf(checked: ReturnType<typeof checkUsername> | ReturnType<typeof checkEmail>) {
  return checked.ok ? [] : checked.issues.map(({ code }) => code);
}

function aDraft(different: Partial<SignUpDraft> = {}): SignUpDraft {
  return {
    firstName: 'Ana',
    lastName: 'López',
    email: 'ana@example.org',
    username: 'ana.lopez',
    password: 'Verde#4821x',
    ...different,
  };
}

describe('checkUsername', () => {
  it('lower-cases and trims a user name', () => {
    expect(checkUsername('  Ana.Lopez_2 ')).toEqual({
      ok: true,
      value: 'ana.lopez_2',
      notices: [],
    });
  });

  it.each([3, 34])('accepts a user name of %i characters', (length) => {
    expect(checkUsername('a'.repeat(length)).ok).toBe(true);
  });

  it.each([1, 2, 35])('refuses a user name of %i characters and reports the limits', (length) => {
    expect(checkUsername('a'.repeat(length))).toEqual({
      ok: false,
      issues: [{ code: 'username-length', field: 'username', params: { from: 3, to: 34 } }],
    });
  });

  it.each(['', '   '])('reports a missing user name for "%s"', (text) => {
    expect(codesOf(checkUsername(text))).toEqual(['username-required']);
  });

  // The last value holds the Kelvin sign (U+212A), whose lower case is an ordinary k.
  it.each(['ana lopez', 'ana@x', 'añá', 'ana/..', 'ana\u0000', 'аna', 'ana\u212a'])(
    'refuses the characters of the user name "%s"',
    (text) => {
      expect(codesOf(checkUsername(text))).toEqual(['username-characters']);
    },
  );

  it.each(['a..b', 'a__b', 'a--b', 'a._b', 'a-_b', 'a.-b'])(
    'refuses two adjacent separators in the user name %s',
    (text) => {
      expect(codesOf(checkUsername(text))).toEqual(['username-separators']);
    },
  );

  it.each(['.ana', 'ana.'])('refuses a dot at the start or end of the user name %s', (text) => {
    expect(codesOf(checkUsername(text))).toEqual(['username-dot-ends']);
  });

  it.each(['a.b', '_ana', 'ana_', '-ana', 'ana-', 'a_b-c.d', '123'])(
    'accepts the user name %s',
    (text) => {
      expect(checkUsername(text).ok).toBe(true);
    },
  );

  it('refuses each reserved user name in any case, and accepts a name that only starts with one', () => {
    expect(RESERVED_USERNAMES).toHaveLength(13);
    for (const name of RESERVED_USERNAMES) {
      expect(codesOf(checkUsername(name.toUpperCase())), name).toEqual(['username-reserved']);
    }
    expect(checkUsername('admin2').ok).toBe(true);
  });
});

describe('checkEmail', () => {
  it('lower-cases and trims an e-mail address', () => {
    expect(checkEmail(' Ana.Lopez@Example.ORG ')).toMatchObject({ value: 'ana.lopez@example.org' });
  });

  it.each(['', ' '])('reports a missing e-mail address for "%s"', (text) => {
    expect(codesOf(checkEmail(text))).toEqual(['email-required']);
  });

  it.each([
    'a@b.co',
    "o'brien+field@mail.example.org",
    'a@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.org`,
  ])('accepts the e-mail address %s', (text) => {
    expect(checkEmail(text).ok).toBe(true);
  });

  it.each([
    'ana',
    '@example.org',
    'ana@',
    'ana@example',
    'ana@example.',
    'ana@.org',
    'ana@-example.org',
    'ana@example-.org',
    'ana@@example.org',
    'ana b@example.org',
    '.ana@example.org',
    'ana.@example.org',
    'a..b@example.org',
    'ana@example.o',
    'ana@example.org\nBcc: all@example.org',
    'ana@exämple.org',
    'ana,eve@example.org',
    '"ana"@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
  ])('refuses the e-mail address %j', (text) => {
    expect(codesOf(checkEmail(text))).toEqual(['email-invalid']);
  });

  it('accepts an e-mail address of 254 characters and refuses one of 255', () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}`;
    const ofLength = (length: number) => `${'a'.repeat(length - domain.length - 1)}@${domain}`;
    expect(codesOf(checkEmail(ofLength(254)))).toEqual([]);
    expect(codesOf(checkEmail(ofLength(255)))).toEqual(['email-invalid']);
  });
});

describe('checkNames', () => {
  it('collapses blanks in a name and turns line breaks into blanks', () => {
    expect(
      checkNames({ firstName: ' Ana\r\n  María ', lastName: 'de\tla\u2028Cruz' }),
    ).toMatchObject({
      value: { firstName: 'Ana María', lastName: 'de la Cruz' },
    });
  });

  it('requires both the first and the last name', () => {
    // A name of invisible characters only counts as empty.
    expect(checkNames({ firstName: '\u200b\u202e', lastName: 'B' })).toEqual({
      ok: false,
      issues: [{ code: 'name-required', field: 'firstName' }],
    });
    expect(checkNames({ firstName: ' ', lastName: '' })).toEqual({
      ok: false,
      issues: [
        { code: 'name-required', field: 'firstName' },
        { code: 'name-required', field: 'lastName' },
      ],
    });
  });

  it('accepts a name of 50 characters (code points) and refuses 51', () => {
    expect(checkNames({ firstName: '𝒜'.repeat(50), lastName: 'b'.repeat(50) }).ok).toBe(true);
    expect(checkNames({ firstName: 'a'.repeat(51), lastName: 'b' })).toEqual({
      ok: false,
      issues: [{ code: 'name-length', field: 'firstName', params: { to: 50 } }],
    });
  });
});

describe('checkProfile and checkSignUp', () => {
  it('return the profile and sign-up in the form that is stored', () => {
    const { password, ...profile } = aDraft({ email: 'Ana@Example.org', username: 'ANA.Lopez' });
    const kept = {
      firstName: 'Ana',
      lastName: 'López',
      email: 'ana@example.org',
      username: 'ana.lopez',
    };
    expect(checkProfile(profile)).toEqual({ ok: true, value: kept, notices: [] });
    expect(checkSignUp({ ...profile, password })).toEqual({
      ok: true,
      value: { ...kept, password },
      notices: [],
    });
  });

  it('report all issues of a form at once', () => {
    const checked = checkSignUp({
      firstName: '',
      lastName: '',
      email: 'x',
      username: 'root',
      password: 'abc',
    });
    expect(checked.ok ? [] : checked.issues.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'firstName name-required',
      'lastName name-required',
      'email email-invalid',
      'username username-reserved',
      'password password-length',
      'password password-upper',
      'password password-digit',
      'password password-special',
    ]);
  });

  it('compare the password with the name and address of the same form', () => {
    expect(checkSignUp(aDraft()).ok).toBe(true);
    const refused = checkSignUp(aDraft({ password: 'Ana.Lopez#12' }));
    expect(refused.ok ? [] : refused.issues).toEqual([
      { code: 'password-is-name', field: 'password' },
    ]);
  });
});

describe('displayNameOf', () => {
  it('joins first and last name and leaves out an empty one', () => {
    expect(displayNameOf('Ana', 'López')).toBe('Ana López');
    expect(displayNameOf('Ana', '')).toBe('Ana');
    expect(displayNameOf('', ' López ')).toBe('López');
  });
});
