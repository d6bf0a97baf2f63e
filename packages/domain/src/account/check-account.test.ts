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
  it('lower-cases and trims', () => {
    expect(checkUsername('  Ana.Lopez_2 ')).toEqual({
      ok: true,
      value: 'ana.lopez_2',
      notices: [],
    });
  });

  it.each([3, 34])('takes a name of %i characters', (length) => {
    expect(checkUsername('a'.repeat(length)).ok).toBe(true);
  });

  it.each([1, 2, 35])('refuses a name of %i characters with the figures', (length) => {
    expect(checkUsername('a'.repeat(length))).toEqual({
      ok: false,
      issues: [{ code: 'username-length', field: 'username', params: { from: 3, to: 34 } }],
    });
  });

  it.each(['', '   '])('asks for a name instead of "%s"', (text) => {
    expect(codesOf(checkUsername(text))).toEqual(['username-required']);
  });

  // The last one is the sign of Kelvin, whose lower case is an ordinary k.
  it.each(['ana lopez', 'ana@x', 'añá', 'ana/..', 'ana\u0000', 'аna', 'ana\u212a'])(
    'refuses the characters of "%s"',
    (text) => {
      expect(codesOf(checkUsername(text))).toEqual(['username-characters']);
    },
  );

  it.each(['a..b', 'a__b', 'a--b', 'a._b', 'a-_b', 'a.-b'])(
    'refuses two separators together in %s',
    (text) => {
      expect(codesOf(checkUsername(text))).toEqual(['username-separators']);
    },
  );

  it.each(['.ana', 'ana.'])('refuses a dot at an end of %s', (text) => {
    expect(codesOf(checkUsername(text))).toEqual(['username-dot-ends']);
  });

  it.each(['a.b', '_ana', 'ana_', '-ana', 'ana-', 'a_b-c.d', '123'])('takes %s', (text) => {
    expect(checkUsername(text).ok).toBe(true);
  });

  it('refuses every reserved name in any case, and takes one that only begins so', () => {
    expect(RESERVED_USERNAMES).toHaveLength(13);
    for (const name of RESERVED_USERNAMES) {
      expect(codesOf(checkUsername(name.toUpperCase())), name).toEqual(['username-reserved']);
    }
    expect(checkUsername('admin2').ok).toBe(true);
  });
});

describe('checkEmail', () => {
  it('lower-cases and trims', () => {
    expect(checkEmail(' Ana.Lopez@Example.ORG ')).toMatchObject({ value: 'ana.lopez@example.org' });
  });

  it.each(['', ' '])('asks for one instead of "%s"', (text) => {
    expect(codesOf(checkEmail(text))).toEqual(['email-required']);
  });

  it.each([
    'a@b.co',
    "o'brien+field@mail.example.org",
    'a@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.org`,
  ])('takes %s', (text) => {
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
  ])('refuses %j', (text) => {
    expect(codesOf(checkEmail(text))).toEqual(['email-invalid']);
  });

  it('takes an address of 254 characters and refuses one of 255', () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}`;
    const ofLength = (length: number) => `${'a'.repeat(length - domain.length - 1)}@${domain}`;
    expect(codesOf(checkEmail(ofLength(254)))).toEqual([]);
    expect(codesOf(checkEmail(ofLength(255)))).toEqual(['email-invalid']);
  });
});

describe('checkNames', () => {
  it('sets blanks right and takes no line end into a name', () => {
    expect(
      checkNames({ firstName: ' Ana\r\n  María ', lastName: 'de\tla\u2028Cruz' }),
    ).toMatchObject({
      value: { firstName: 'Ana María', lastName: 'de la Cruz' },
    });
  });

  it('asks for both', () => {
    // Nothing that can be seen is nothing.
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

  it('takes 50 characters, counted as people do, and refuses 51', () => {
    expect(checkNames({ firstName: '𝒜'.repeat(50), lastName: 'b'.repeat(50) }).ok).toBe(true);
    expect(checkNames({ firstName: 'a'.repeat(51), lastName: 'b' })).toEqual({
      ok: false,
      issues: [{ code: 'name-length', field: 'firstName', params: { to: 50 } }],
    });
  });
});

describe('checkProfile and checkSignUp', () => {
  it('give what is kept', () => {
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

  it('tell everything that is wrong at once', () => {
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

  it('hold the password against the name and address of the same form', () => {
    expect(checkSignUp(aDraft()).ok).toBe(true);
    const refused = checkSignUp(aDraft({ password: 'Ana.Lopez#12' }));
    expect(refused.ok ? [] : refused.issues).toEqual([
      { code: 'password-is-name', field: 'password' },
    ]);
  });
});

describe('displayNameOf', () => {
  it('joins the names that there are', () => {
    expect(displayNameOf('Ana', 'López')).toBe('Ana López');
    expect(displayNameOf('Ana', '')).toBe('Ana');
    expect(displayNameOf('', ' López ')).toBe('López');
  });
});
