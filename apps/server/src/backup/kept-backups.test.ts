import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backupName, backupsToDrop, DEFAULT_KEEP, keepRuleOf } from './kept-backups.ts';

const nightly = (nights: number) =>
  Array.from({ length: nights }, (_, night) =>
    backupName(new Date(Date.UTC(2026, 0, 1 + night, 2)), true),
  );
const LATER = new Date('2040-01-01T00:00:00Z');
const kept = (names: readonly string[], rule = DEFAULT_KEEP, now = LATER) => {
  const dropped = backupsToDrop(names, rule, now);
  return names.filter((name) => !dropped.includes(name));
};
const day = (name: string) => name.slice('crece-'.length, 'crece-2026-01-01'.length);

describe('a rule for backups', () => {
  it.each([
    ['7d,4w,12m', { days: 7, weeks: 4, months: 12 }],
    ['0d,0w,0m', { days: 0, weeks: 0, months: 0 }],
    ['7d', null],
    ['4w,7d,12m', null],
    ['-1d,4w,12m', null],
  ])('a rule for backups is read from "%s", or refused', (text, rule) => {
    expect(keepRuleOf(text)).toEqual(rule);
  });

  it('keeps seven days, four weeks and twelve months of a year of nights', () => {
    const names = nightly(365);
    expect(kept(names).map(day)).toEqual([
      ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
      ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-13'],
      ...['2026-12-20', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29'],
      ...['2026-12-30', '2026-12-31'],
    ]);
  });

  it('never drops the newest three, whatever it says', () => {
    const names = nightly(10);
    expect(kept(names, { days: 0, weeks: 0, months: 0 })).toEqual(names.slice(-3));
  });

  it('those dated ahead of the clock stay, and take the place of no true one', () => {
    const ahead = Array.from({ length: 9 }, (_, night) =>
      backupName(new Date(Date.UTC(2038, 0, 1 + night, 2)), true),
    );
    const names = [...nightly(10), ...ahead];
    const rule = { days: 5, weeks: 0, months: 0 };
    const now = new Date(Date.UTC(2026, 0, 10, 3));
    expect(kept(names, rule, now)).toEqual([...nightly(10).slice(-5), ...ahead]);
    expect(kept(names, rule, new Date(0))).toEqual(names);
  });

  it('never drops a file of another name', () => {
    const names = ['crece.backup', 'letter.txt', 'crece-2026-13-99-000000.backup', ...nightly(9)];
    const rule = { days: 0, weeks: 0, months: 0 };
    expect(backupsToDrop(names, rule, LATER)).toEqual([...nightly(9)].reverse().slice(3));
  });

  it('drops nothing more when it is applied again, and nothing because time has passed', () => {
    const nights = fc.uniqueArray(fc.nat(2_000), { maxLength: 60 });
    fc.assert(
      fc.property(nights, fc.nat(9), fc.nat(9), fc.nat(9), (chosen, days, weeks, months) => {
        const rule = { days, weeks, months };
        const all = nightly(2_001);
        const names = chosen.map((night) => all[night] ?? '');
        const left = kept(names, rule);
        expect(kept(left, rule)).toEqual(left);
        expect(left.length).toBeGreaterThanOrEqual(Math.min(3, names.length));
      }),
      { numRuns: 60 },
    );
  });
});
