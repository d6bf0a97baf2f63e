import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MessageKey } from './keys.ts';
import { createTranslator } from './translator.ts';

const en = createTranslator('en', {
  'common.age': '{months, plural, one {# month} other {# months}}',
  'common.age-brief': '{months} mo',
  'common.today': 'today',
  'common.yesterday': 'yesterday',
  'common.days-ago': '{days} days ago',
  'common.weeks-ago': '{weeks} weeks ago',
  'common.months-ago': '{months} months ago',
});
const es = createTranslator('es', {
  'common.age': '{months, plural, one {# mes} other {# meses}}',
  'common.age-brief': '{months, plural, one {# mes} other {# meses}}',
  'common.today': 'hoy',
  'common.yesterday': 'ayer',
  'common.days-ago': 'hace {days} días',
  'common.weeks-ago': 'hace {weeks} semanas',
  'common.months-ago': 'hace {months} meses',
});

describe('translator.number', () => {
  it("uses the language's decimal mark and the true minus sign", () => {
    expect(en.number(-2.08, { decimals: 2 })).toBe('−2.08');
    expect(es.number(-2.08, { decimals: 2 })).toBe('−2,08');
  });

  it('never writes minus zero, and writes a plus only on request', () => {
    expect(en.number(-0.001, { decimals: 2 })).toBe('0.00');
    expect(en.number(1.5, { decimals: 1, signed: true })).toBe('+1.5');
    expect(en.number(-0.001, { decimals: 2, signed: true })).toBe('0.00');
    expect(en.number(1.5, { decimals: 1 })).toBe('1.5');
  });

  it('adds no trailing decimals unless their number is given', () => {
    expect(en.number(12)).toBe('12');
    expect(es.number(11.25)).toBe('11,25');
  });
});

describe('translator.date', () => {
  it('shows the written date in every time zone of the device', () => {
    expect(en.date('2026-03-14')).toBe('14 Mar 2026');
    expect(en.date('2026-03-14', 'long')).toBe('14 March 2026');
    expect(es.date('2026-03-14', 'long')).toBe('14 de marzo de 2026');
    expect(en.date('2026-01-01', 'full')).toBe('Thursday, 1 January 2026');
  });

  it('omits the year only when the date is less than a year away', () => {
    expect(en.shortDate('2025-12-12', '2026-03-14')).toBe('12 Dec');
    expect(en.shortDate('2025-03-15', '2026-03-14')).toBe('15 Mar');
    expect(en.shortDate('2025-03-14', '2026-03-14')).toBe('14 Mar 2025');
  });
});

describe('translator.time', () => {
  it('writes the clock time of the zone in which the device is now, and not in which the page was opened', () => {
    const minutes = vi.spyOn(Date.prototype, 'getTimezoneOffset');
    onTestFinished(() => minutes.mockRestore());
    const instant = new Date('2026-03-14T23:40:00Z');
    const translator = createTranslator('en', {});
    minutes.mockReturnValue(6 * 60);
    expect(translator.time(instant)).toBe('17:40');
    minutes.mockReturnValue(-13 * 60);
    expect(translator.time(instant)).toBe('12:40');
  });
});

describe('translator.ago', () => {
  it.each([
    ['2026-03-14', 'today', 'hoy'],
    ['2026-03-13', 'yesterday', 'ayer'],
    ['2026-03-12', '2 days ago', 'hace 2 días'],
    ['2026-03-01', '13 days ago', 'hace 13 días'],
    ['2026-02-28', '2 weeks ago', 'hace 2 semanas'],
    ['2026-01-14', '8 weeks ago', 'hace 8 semanas'],
    ['2026-01-13', '2 months ago', 'hace 2 meses'],
    ['2025-03-14', '12 months ago', 'hace 12 meses'],
    ['2026-03-15', '15 Mar 2026', '15 mar 2026'],
  ])('writes %s as %s', (date, inEnglish, inSpanish) => {
    expect(en.ago(date, '2026-03-14')).toBe(inEnglish);
    expect(es.ago(date, '2026-03-14')).toBe(inSpanish);
  });
});

describe('translator.age', () => {
  it('counts completed months and never rounds up', () => {
    expect(en.age(1.99)).toBe('1 month');
    expect(en.age(22)).toBe('22 months');
    expect(en.age(22, 'brief')).toBe('22 mo');
    expect(es.age(22, 'brief')).toBe('22 meses');
  });
});

describe('translator.region', () => {
  it("translates a country's name, or uses the fallback", () => {
    expect(es.region('KH', 'Cambodia')).toBe('Camboya');
    expect(es.region('XQ', 'New Country')).toBe('New Country');
  });
});

describe('translator.list', () => {
  it("joins items by the language's rules", () => {
    expect(en.list(['a', 'b', 'c'])).toBe('a, b and c');
    expect(es.list(['a', 'b', 'c'])).toBe('a, b y c');
  });
});

describe('translator.t', () => {
  it('names a sentence that is not loaded yet, instead of returning empty text', () => {
    expect(en.t('common.today')).toBe('today');
    expect(() => en.t('screenings.title' as MessageKey)).toThrow(
      'The sentence screenings.title is not loaded yet.',
    );
  });
});
