import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forbiddenWord } from '../settings/forbidden-words.ts';
import { smsLength, withoutForcing } from '../settings/sms-length.ts';
import { familyMessage, fillingRefusal, smsAddress, whatsappAddress } from './family-message.ts';

const TODAY = '2025-05-10';
const language = fc.constantFrom('en' as const, 'es' as const);
const kind = fc.constantFrom('come' as const, 'clinic' as const);
/** Words as people write them, harmless ones, letters of any kind, and words of the list. */
const piece = fc.oneof(
  fc.constantFrom(
    'Escuela',
    'salón',
    'la',
    'casa',
    'card',
    'carné',
    'red',
    'ROJO',
    'verde',
    'Kg',
    '7',
  ),
  fc.constantFrom('{day}', '{name}', '&', '#', '=', '?', '%', '€', '\u200b', '\n'),
  fc.string({ maxLength: 6, unit: 'grapheme' }),
);
const filling = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(' '));

it('whatever fills a text, a message holds no word of the list, no open place and what was typed', () => {
  fc.assert(
    fc.property(filling, filling, kind, language, (place, bring, of, speaks) => {
      const details = { day: TODAY, time: '09:30', place, bring };
      const message = familyMessage({}, of, speaks, details, TODAY);
      const isRefused = (['place', 'bring'] as const).some(
        (name) => fillingRefusal(name, details[name], TODAY) !== null,
      );
      if (isRefused) expect(message).toBeNull();
      if (message === null) return;
      expect(forbiddenWord(message.text)).toBeNull();
      expect(message.text).not.toMatch(/[{}]/);
      expect(message.text).toContain(place.trim().replace(/\s+/g, ' ').normalize('NFC'));
      const number = { international: '50255501234' };
      const { searchParams } = new URL(whatsappAddress(number, message.text) ?? '');
      expect(searchParams.get('text')).toBe(message.text);
      const sms = smsAddress(number, message);
      expect(sms === null).toBe(message.length.characters > message.length.room);
      if (sms !== null) expect(new URL(sms).searchParams.get('body')).toBe(message.text);
    }),
    { numRuns: 500 },
  );
});

it('a longer text never takes less room, and without its forcing accents it has 160 again', () => {
  fc.assert(
    fc.property(filling, filling, (first, second) => {
      const [one, both] = [smsLength(first), smsLength(first + second)];
      expect(both.messages).toBeGreaterThanOrEqual(one.messages);
      expect(one.messages === 1).toBe(one.characters <= one.room);
      expect(one.room).toBe(one.forcing.length === 0 ? 160 : 70);
    }),
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aáeéiíoóuúñü ÁÉÍÓÚÑ¿¡«»“”‘’–—…') }),
      (text) => {
        expect(smsLength(withoutForcing(text)).room).toBe(160);
      },
    ),
  );
});
