import { describe, expect, it } from 'vitest';
import { FORBIDDEN_WORDS } from '../settings/forbidden-words.ts';
import type { SaidTexts } from '../settings/said-text.ts';
import { smsLength } from '../settings/sms-length.ts';
import { standingWith } from '../standing/testing/standing-child.ts';
import {
  familyMessage,
  familyPlan,
  fillingRefusal,
  type MessageChild,
  type MessageDetails,
  refusedMessage,
  smsAddress,
  whatsappAddress,
} from './family-message.ts';
import { messageDay } from './message-day.ts';

const TODAY = '2025-05-10';
const DETAILS: MessageDetails = {
  day: '2025-05-24',
  time: '09:30',
  place: ' Salón  de la iglesia ',
  bring: 'the vaccination card',
};
const YES: MessageChild = { phone: '5550 1234', family: { mayMessage: true } };

const well = () => standingWith([], TODAY).standing;
const referred = (different = {}) =>
  standingWith([{ surveyDate: '2025-05-01', muac: 11 }], TODAY, different).standing;

describe('whether a family is written to', () => {
  it('come on, or to the clinic while the child is in refer', () => {
    const number = { international: '50255501234' };
    expect(familyPlan(YES, well(), 'GTM')).toEqual({ kind: 'come', number });
    expect(familyPlan(YES, referred(), 'GTM')).toEqual({ kind: 'clinic', number });
  });

  it.each([
    [{ ...YES, family: undefined }, 'not-asked'],
    [{ ...YES, family: {} }, 'not-asked'],
    [{ ...YES, family: { mayMessage: false } }, 'refused'],
    [{ ...YES, phone: undefined }, 'no-number'],
    [{ ...YES, phone: 'no tiene' }, 'no-number'],
  ] as const)('%j: %s', (child, none) => {
    expect(familyPlan(child, well(), 'GTM')).toEqual({ none });
    expect(familyPlan(child, referred(), 'GTM')).toEqual({ none });
  });

  it.each(['died', 'moved-away'] as const)(
    'not of a child that %s, whatever else is known',
    (word) => {
      const { standing } = standingWith([], TODAY, {
        departure: word,
        departureDate: '2025-05-02',
      });
      expect(familyPlan(YES, standing, 'GTM')).toEqual({ none: word });
      expect(familyPlan({}, standing, 'GTM')).toEqual({ none: word });
    },
  );

  it('not while a referral is closed by its outcome, until the day on which it is asked about again', () => {
    const admittedOn = (referralDate: string) =>
      standingWith(
        [{ surveyDate: '2025-05-01', muac: 11, referralOutcome: 'admitted', referralDate }],
        TODAY,
      ).standing;
    expect(admittedOn('2025-05-09').section).toBe('closed');
    expect(familyPlan(YES, admittedOn('2025-05-09'), 'GTM')).toEqual({ none: 'closed' });
    const open = { ...admittedOn('2025-05-09'), section: 'refer' } as const;
    expect(familyPlan(YES, open, 'GTM')).toMatchObject({ kind: 'clinic' });
  });

  it('not of a child of whom a clinic says that it died, before anybody has said whether that is right', () => {
    const asked = { ...referred(), clinicAsks: { outcome: 'died', date: '2025-05-02' } as const };
    expect(familyPlan(YES, asked, 'GTM')).toEqual({ none: 'died-asked' });
  });

  it('of a child past five only while it is in refer', () => {
    const old = { birthDate: '2020-04-10' };
    expect(familyPlan(YES, standingWith([], TODAY, old).standing, 'GTM')).toEqual({
      none: 'graduated',
    });
    const signs = { ...referred(), isGraduate: true };
    expect(familyPlan(YES, signs, 'GTM')).toMatchObject({ kind: 'clinic' });
  });
});

describe('what fills a message', () => {
  it.each([
    ['day', '', 'empty'],
    ['day', '2025-05-09', 'past'],
    ['day', '2025-05-10', null],
    ['day', '2025-02-29', 'no-date'],
    ['day', '2025--3', 'no-date'],
    ['time', '', 'empty'],
    ['time', '9:30', null],
    ['time', 'at nine', 'shape'],
    ['place', '   ', 'empty'],
    ['place', 'x'.repeat(30), null],
    ['place', 'x'.repeat(31), 'too-long'],
    ['place', '{bring}', 'shape'],
    ['bring', 'a\u202eb', 'shape'],
    ['bring', 'the green card', 'forbidden-word'],
  ] as const)('%s %j: %s', (name, value, code) => {
    expect(fillingRefusal(name, value, TODAY)?.code ?? null).toBe(code);
  });

  it('no word of the list, in the place or in what to bring', () => {
    for (const { words, beginnings, inside, phrases } of Object.values(FORBIDDEN_WORDS)) {
      for (const word of [...words, ...beginnings, ...inside, ...phrases]) {
        for (const name of ['place', 'bring'] as const) {
          const filled = { ...DETAILS, place: 'school', [name]: `la ${word}`.slice(0, 30) };
          expect(fillingRefusal(name, filled[name], TODAY), word).toMatchObject({
            code: 'forbidden-word',
          });
          const clinic = { clinic: { en: 'To {place} with {bring}.' } };
          expect(familyMessage(clinic, 'clinic', 'en', filled, TODAY), word).toBeNull();
        }
      }
    }
  });

  it('days in words that leave a message its room', () => {
    expect(messageDay('2025-05-24', 'en')).toBe('Saturday 24 May');
    expect(messageDay('2025-05-24', 'es')).toBe('sabado 24 de mayo');
    for (let day = 1; day <= 31; day += 1) {
      for (const month of ['01', '03', '09', '12']) {
        const date = `2025-${month}-${String(Math.min(day, 30)).padStart(2, '0')}`;
        for (const language of ['en', 'es'] as const) {
          const words = messageDay(date, language);
          expect(words.length).toBeLessThanOrEqual(26);
          expect(smsLength(words).room).toBe(160);
        }
      }
    }
  });
});

/** Addresses as a phone gets them, letter for letter. */
describe('a message', () => {
  const number = { international: '50255501234' };
  const plain = { ...DETAILS, place: 'Escuela Central', bring: 'su carné' };

  it('in English', () => {
    const message = familyMessage({}, 'come', 'en', DETAILS, TODAY);
    expect(message?.text).toBe(
      'Please come with your child on Saturday 24 May at 9:30 to Salón de la iglesia. Bring the vaccination card. Thank you.',
    );
    expect(message?.length).toEqual({ characters: 117, room: 70, messages: 2, forcing: ['ó'] });
  });

  it('in Spanish, as WhatsApp and as a text message', () => {
    const message = familyMessage({}, 'clinic', 'es', plain, TODAY);
    if (message === null) throw new Error('no message');
    expect(whatsappAddress(number, message.text)).toBe(
      'whatsapp://send?phone=50255501234&text=Por%20favor%20vaya%20con%20su%20hijo%20o%20hija%20al%20centro%20de%20salud%20hoy%20o%20ma%C3%B1ana%3A%20Escuela%20Central.%20Traiga%20su%20carn%C3%A9.%20Gracias.',
    );
    expect(smsAddress(number, message)).toBe(
      'sms:+50255501234?body=Por%20favor%20vaya%20con%20su%20hijo%20o%20hija%20al%20centro%20de%20salud%20hoy%20o%20ma%C3%B1ana%3A%20Escuela%20Central.%20Traiga%20su%20carn%C3%A9.%20Gracias.',
    );
    expect(message.length).toMatchObject({ room: 160, messages: 1 });
  });

  it('without a known prefix it is a text message only, to the number as it was typed', () => {
    const local = { local: '0712345678', why: 'no-prefix' } as const;
    const message = familyMessage({ come: { en: 'Come.' } }, 'come', 'en', plain, TODAY);
    if (message === null) throw new Error('no message');
    expect(whatsappAddress(local, message.text)).toBeNull();
    expect(smsAddress(local, message)).toBe('sms:0712345678?body=Come.');
  });

  it('that is longer than one text message is none', () => {
    const message = familyMessage({}, 'come', 'en', DETAILS, TODAY);
    if (message === null) throw new Error('no message');
    expect(smsAddress(number, message)).toBeNull();
  });

  it('waits for what its text leaves open, and for nothing else', () => {
    const texts: SaidTexts = { come: { es: 'Venga el {day}.' } };
    const only = { day: '2025-05-24', time: '', place: '', bring: '' } as const;
    expect(familyMessage(texts, 'come', 'es', only, TODAY)?.text).toBe(
      'Venga el sabado 24 de mayo.',
    );
    expect(familyMessage(texts, 'come', 'es', { ...only, day: '' }, TODAY)).toBeNull();
    expect(familyMessage(texts, 'come', 'es', only, '2025-05-25')).toBeNull();
  });

  it('has no word of the list that text and filling make together', () => {
    const texts = { come: { en: 'Bring your z {bring}' } };
    const made = (bring: string) => ({ ...plain, bring });
    expect(familyMessage(texts, 'come', 'en', made('score'), TODAY)).toBeNull();
    expect(refusedMessage(texts, 'come', 'en', made('score'), TODAY)).toEqual({
      text: 'Bring your z score',
      word: 'z score',
    });
    expect(refusedMessage(texts, 'come', 'en', made('card'), TODAY)).toBeNull();
    // What must not fill a place is said at that field.
    expect(refusedMessage(texts, 'come', 'en', made('red'), TODAY)).toBeNull();
    expect(refusedMessage(texts, 'come', 'en', made(''), TODAY)).toBeNull();
  });
});
