import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('isCommonPassword', () => {
  it.each([
    'password',
    'PASSWORD',
    'P@ssw0rd',
    '1234567890',
    'Password1!',
    'Passw0rd#2024',
    'Welcome2024!',
    'Dragonfly#482',
    '!!Qwertyuiop1',
    'Contraseña12!',
    'S3creto#2024',
    'qwerty uiop',
    'correct horse battery staple',
    'Correct Horse Battery',
    'Padre nuestro, que estás en los cielos',
    '12 may the force be with you!',
    'strawberry chocolate',
    'princess sunshine 1234',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'Kiwi-Trova-58',
    'Trigo/Luna-91',
    'Welcome202481!',
    'verde campo libre mio',
    'Tr7#kQw9!z4&',
    'correct horse lamp river',
    'Padre nuestro lobo tren mesa',
    'may the lamp be with your horse',
    'strawberry chocolate lamp',
    'strawberry chocolate 482913',
    '',
    '..........',
  ])('accepts %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('refuses a common word with five characters around it, and accepts one with six', () => {
    expect(isCommonPassword('Welcome#2024')).toBe(true);
    expect(isCommonPassword('Welcome#20241')).toBe(false);
  });
});
