import { describe, expect, it } from 'vitest';
import {
  checkNewPassword,
  checkPassword,
  type PasswordOwner,
  passwordText,
} from './check-password.ts';

function codesOf(text: string, owner?: PasswordOwner): string[] {
  const checked = checkPassword(text, owner);
  return checked.ok ? [] : checked.issues.map(({ code }) => code);
}

/** A password of the given length with all four kinds of character and no repetition. */
function ofLength(length: number): string {
  return Array.from({ length: 32 }, (_, i) => `Ab${i}#`)
    .join('')
    .slice(0, length);
}

describe('checkPassword', () => {
  it.each([10, 11, 19, 20, 127, 128])('accepts a password of %i characters', (length) => {
    expect(codesOf(ofLength(length))).toEqual([]);
  });

  it.each([4, 9, 129])('refuses a password of %i characters and reports the limits', (length) => {
    expect(checkPassword(ofLength(length))).toEqual({
      ok: false,
      issues: [{ code: 'password-length', field: 'password', params: { from: 10, to: 128 } }],
    });
  });

  it('counts the length of a password in code points', () => {
    expect(codesOf('Ab1#Cd2#😀')).toEqual(['password-length']);
    expect(codesOf('Ab1#Cd2#😀😅')).toEqual([]);
  });

  it.each([
    ['VERDE#4821X', 'password-lower'],
    ['verde#4821x', 'password-upper'],
    ['Verde#abcdx', 'password-digit'],
    ['Verde4821xy', 'password-special'],
  ])('refuses the password %s: %s', (text, code) => {
    expect(codesOf(text)).toEqual([code]);
  });

  it('recognises letters and digits of other alphabets, and counts a blank as a special character', () => {
    expect(codesOf('Ñandú 4821')).toEqual([]);
    expect(codesOf('ЖабаГора#4')).toEqual([]);
    expect(codesOf('Verdé4821x')).toEqual(['password-special']);
  });

  it('requires the four kinds of character up to 19 characters, and not from 20', () => {
    expect(codesOf('verde campo libre mi')).toEqual([]);
    expect(codesOf('verde campo libre m')).toEqual(['password-upper', 'password-digit']);
  });

  it('accepts a character twice in a row and refuses it three times, also in a passphrase', () => {
    expect(codesOf('Verdee#4821')).toEqual([]);
    expect(codesOf('Verdeee#4821')).toEqual(['password-repeated']);
    expect(codesOf('verde campo libreee mio')).toEqual(['password-repeated']);
    expect(codesOf('Verde#48\n\n\n21')).toEqual(['password-repeated']);
    expect(codesOf('Verdee#Ee4821')).toEqual([]);
  });

  it.each([
    'passwordpasswordpassword',
    'Passw0rd!Passw0rd!',
    'abcabcabcabcabcabcabc',
    'verde campo verde campo verde',
    '12345678901234567890',
    '98765432109876543210',
    'qwertyuiopasdfghjklzx',
    '1qaz2wsx3edc4rfv5tgb',
    'abcdefghijklmnopqrstuvwxyz',
    'Ana#Ana#91',
  ])('refuses the password %s: one repeated group, or a keyboard run', (text) => {
    expect(codesOf(text)).toEqual(['password-pattern']);
  });

  it.each([
    'password rio lampara',
    'Passw0rd!Trigo/91',
    'abcabc lobo tren mesa',
    'verde campo verde mesa',
    '1234567890 lobo tren mesa',
    'qwerty lobo tren mesa',
    'Banana-Rojo1',
    'Qwertz#Lobo91',
    'the horse and the cat and the dog',
  ])('accepts the password %s, which has enough other characters', (text) => {
    expect(codesOf(text)).toEqual([]);
  });

  it("refuses the person's and the product's name in a password below 20 characters, and allows them from 20", () => {
    const owner = { username: 'mlopez', firstName: 'María José', lastName: 'Núñez' };
    for (const text of [
      'Crece-2026!a',
      'Maria#48217x',
      'x48217#NUÑEZ',
      'Jose/4821-Rx',
      'Mlopez#48217',
    ]) {
      expect(codesOf(text, owner), text).toEqual(['password-is-name']);
    }
    expect(codesOf('Maria#48217x')).toEqual([]);
    expect(codesOf('crece verde campo libre', owner)).toEqual([]);
    // Names of three letters are not searched for because they occur in ordinary words: `Ana` in
    // `Manzana`.
    expect(codesOf('Manzana#4821', { firstName: 'Ana' })).toEqual([]);
  });

  it('refuses a password when a name makes up half of it or more', () => {
    const owner = { username: 'verde', email: 'campos@example.org' };
    expect(codesOf('Verde#4821', owner)).toEqual(['password-is-name']);
    expect(codesOf('Verde#48217', owner)).toEqual(['password-is-name']);
    expect(codesOf('Rojizo#48217', owner)).toEqual([]);
    expect(codesOf('Campos#48217', owner)).toEqual(['password-is-name']);
    expect(codesOf('Campos@Example.org4', owner)).toEqual(['password-is-name']);
    expect(codesOf('campos@example.org tranquilos', owner)).toEqual(['password-is-name']);
    expect(codesOf('campos verdes y tranquilos', owner)).toEqual([]);
    expect(codesOf('Verde#4821', { username: '', email: '' })).toEqual([]);
  });

  it('treats a password as the same however the keyboard composes its letters', () => {
    const composed = 'Verdé#4821x';
    expect(passwordText(composed.normalize('NFD'))).toBe(composed);
    expect(checkPassword(composed.normalize('NFD'))).toMatchObject({ value: composed });
  });

  it('keeps blanks at the start and end of a password', () => {
    expect(checkPassword(' Verde#482 ')).toMatchObject({ value: ' Verde#482 ' });
  });

  it('reports every rule that a password breaks', () => {
    expect(codesOf('')).toEqual([
      'password-length',
      'password-lower',
      'password-upper',
      'password-digit',
      'password-special',
    ]);
  });
});

describe('checkNewPassword', () => {
  it('accepts a new password that was typed twice in the same way', () => {
    const draft = { newPassword: 'Verde#4821x', verifyPassword: 'Verde#4821x' };
    expect(checkNewPassword(draft)).toEqual({ ok: true, value: 'Verde#4821x', notices: [] });
  });

  it('names the form field of each issue', () => {
    expect(checkNewPassword({ newPassword: 'Verde#4821x', verifyPassword: 'Verde#4821X' })).toEqual(
      { ok: false, issues: [{ code: 'password-differs', field: 'verifyPassword' }] },
    );
    expect(
      checkNewPassword({ newPassword: 'Verde#4821', verifyPassword: '' }, { username: 'verde' }),
    ).toEqual({
      ok: false,
      issues: [
        { code: 'password-is-name', field: 'newPassword' },
        { code: 'password-differs', field: 'verifyPassword' },
      ],
    });
  });
});
