import { describe, expect, it } from 'vitest';
import { smsLength, withoutForcing } from './sms-length.ts';

describe('the length of a text message', () => {
  it.each([
    ['', 0, 160, 1],
    ['a'.repeat(160), 160, 160, 1],
    ['a'.repeat(161), 161, 160, 2],
    ['a'.repeat(306), 306, 160, 2],
    ['a'.repeat(307), 307, 160, 3],
    [`${'a'.repeat(158)}€`, 160, 160, 1],
    [`${'a'.repeat(159)}€`, 161, 160, 2],
    ['í'.repeat(70), 70, 70, 1],
    ['í'.repeat(71), 71, 70, 2],
    ['í'.repeat(134), 134, 70, 2],
    ['í'.repeat(135), 135, 70, 3],
    ['😀', 2, 70, 1],
  ])('of %j is %i of %i, %i messages', (text, characters, room, messages) => {
    expect(smsLength(text)).toMatchObject({ characters, room, messages });
  });

  it.each(['^', '{', '}', '\\', '[', '~', ']', '|', '€'])('counts %s twice', (sign) => {
    expect(smsLength(sign)).toEqual({ characters: 2, room: 160, messages: 1, forcing: [] });
  });

  it('names the letters that leave less room: á í ó ú, each once, and not é ñ ü à ¿ ¡', () => {
    expect(smsLength('áíóú á Á').forcing).toEqual(['á', 'í', 'ó', 'ú', 'Á']);
    expect(smsLength('é ñ Ñ ü Ü à ¿ ¡ É ç').forcing).toEqual(['ç']);
  });

  it('counts a letter with a separate accent as the one sign that is sent', () => {
    expect(smsLength('n\u0303')).toEqual({ characters: 1, room: 160, messages: 1, forcing: [] });
  });

  it('writes the same without those letters', () => {
    expect(withoutForcing('Simón Bolívar, año, café')).toBe('Simon Bolivar, año, café');
    expect(withoutForcing('«Salón» “B” – ‘2’…')).toBe('"Salon" "B" - \'2\'...');
  });
});
