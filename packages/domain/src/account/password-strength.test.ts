import { describe, expect, it } from 'vitest';
import { checkPassword } from './check-password.ts';
import { passwordStrength } from './password-strength.ts';

describe('passwordStrength', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 1],
    ['abcdefghijklmnopqrstuvwx', 1],
    ['987654321098', 1],
    ['abcxyzw', 1],
    ['Abcdefgh1!', 2],
    ['Verde#4821', 3],
    ['Tr7#kQw9!z', 3],
    ['Tr7#kQw9!z4&', 4],
    ['correct horse battery', 4],
    ['Tr7#kQw9!z4&Lm2', 5],
  ])('rates "%s" as level %i', (text, level) => {
    expect(passwordStrength(text)).toBe(level);
  });

  it('never shows more than level 2 for a password that is refused', () => {
    const long = 'Tr7#kQw9!z4&Lm2';
    expect(passwordStrength(long)).toBe(5);
    for (const refused of [`${long}zzz`, 'Tr7#kQw9!', 'tr7#kqw9!z4&lm2', long.repeat(9)]) {
      expect(checkPassword(refused).ok, refused).toBe(false);
      expect(passwordStrength(refused), refused).toBe(2);
    }
    expect(passwordStrength(long, { username: 'qw9!z4&lm2' })).toBe(2);
  });

  it('never shows a lower level when more characters are typed', () => {
    const levels = Array.from({ length: 15 }, (_, i) =>
      passwordStrength('Tr7#kQw9!z4&Lm2'.slice(0, i + 1)),
    );
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
  });
});
