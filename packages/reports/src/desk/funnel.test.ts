import { addMonths, DEFAULT_PROGRAMME_RULES, type DeskList, type Period } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { collectUnit } from '../base/report-records.ts';
import { TODAY, UNIT } from '../testing/records.ts';
import { SIXTY_REFERRALS } from '../testing/sixty-referrals.ts';
import { isInList } from './desk-choice.ts';
import { deskFigures } from './desk-figures.ts';
import { askedLines } from './desk-list-page.ts';
import { countIn, FUNNEL_SIGNS, FUNNEL_STEPS, type FunnelSign } from './desk-lists.ts';
import { readDeskUnit } from './desk-unit.ts';

const RULES = {
  ...{ today: TODAY, timeZone: 'America/Guatemala', countryCode: 'GTM' },
  programme: DEFAULT_PROGRAMME_RULES,
};
const choiceOf = (months: Period) => ({ ages: 'all', months }) as const;
const reading = readDeskUnit(
  collectUnit(
    UNIT,
    SIXTY_REFERRALS.flatMap(({ documents }) => documents),
  ),
  RULES,
);

/** Of each child the last referral, as worked out by hand, if it began within so many months. */
const lastWithin = (months: Period) =>
  SIXTY_REFERRALS.flatMap(({ expected }) => expected.at(-1) ?? []).filter(
    ({ since }) => since >= addMonths(TODAY, -months),
  );
const LETTERS: Readonly<Record<FunnelSign, string>> = {
  any: '',
  swelling: 'S',
  whz: 'W',
  muac: 'A',
};

function byHand(months: Period, sign: FunnelSign) {
  const of = lastWithin(months).filter(({ signs }) => signs.includes(LETTERS[sign]));
  const arrived = of.filter(({ arrivedOn }) => arrivedOn !== null);
  const days = arrived
    .map(({ since, arrivedOn }) => (Date.parse(arrivedOn ?? '') - Date.parse(since)) / 86_400_000)
    .sort((a, b) => a - b);
  const half = Math.floor(days.length / 2);
  const odd = days[half] ?? null;
  const median =
    days.length % 2 === 1 || odd === null ? odd : ((days[half - 1] ?? 0) + (days[half] ?? 0)) / 2;
  return {
    referred: of.length,
    arrived: arrived.length,
    admitted: of.filter(({ isAdmitted }) => isAdmitted).length,
    lost: of.filter(({ isLost }) => isLost).length,
    median: { n: days.length, days: median },
  };
}

describe('referrals on the desk', () => {
  it.each([3, 6, 12] as const)('are those of sixty histories, within %i months', (months) => {
    const figures = deskFigures([reading.counts], TODAY, choiceOf(months));
    for (const sign of FUNNEL_SIGNS) {
      const { median, ...steps } = byHand(months, sign);
      const found = Object.fromEntries(
        FUNNEL_STEPS.map((step) => [step, countIn(figures.lists, `${step}-${sign}`)]),
      );
      expect(found, sign).toEqual(steps);
      expect(figures.arrival[sign], sign).toEqual(median);
    }
  });

  it('a number of the funnel is the length of its list, in each ward and for each period', () => {
    for (const months of [3, 6, 12] as const) {
      const choice = choiceOf(months);
      const figures = deskFigures([reading.counts], TODAY, choice);
      for (const step of FUNNEL_STEPS) {
        for (const sign of FUNNEL_SIGNS) {
          const list: DeskList = `${step}-${sign}`;
          const listed = reading.lines.filter((line) => isInList(line, list, choice));
          expect(countIn(figures.lists, list), list).toBe(listed.length);
          const inWards = figures.wards.reduce((sum, { lists }) => sum + countIn(lists, list), 0);
          expect(inWards, list).toBe(listed.length);
        }
      }
    }
  });

  it('stands on known numbers: so many of the sixty were sent within a year, and arrived', () => {
    const figures = deskFigures([reading.counts], TODAY, choiceOf(12));
    const { lists, arrival, units, wards } = figures;
    const counts = FUNNEL_STEPS.map((step) => countIn(lists, `${step}-any`));
    expect(counts).toEqual([57, 19, 6, 17]);
    expect(arrival.any).toEqual({ n: 19, days: 3 });
    expect(units.map((each) => each.arrival)).toEqual([arrival.any]);
    expect(wards.map((each) => each.arrival)).toEqual([arrival.any]);
  });

  it('of two units the days are put together, not their medians', () => {
    const figures = deskFigures([reading.counts, reading.counts], TODAY, choiceOf(12));
    expect(figures.arrival.any).toEqual({ n: 38, days: 3 });
  });

  it('whose referral is lost stands first among those to refer', () => {
    const lines = askedLines(reading.lines, { list: 'refer' }, choiceOf(12));
    // Its row is too old for the report, not for who has to act.
    const isOld = (name: string) => name === 'thirteen-months-ago';
    const isLost = lines.map(
      ({ firstName }) =>
        isOld(firstName) ||
        SIXTY_REFERRALS.some(({ name, expected }) => name === firstName && expected.at(-1)?.isLost),
    );
    expect(isLost.filter(Boolean).length).toBeGreaterThan(5);
    expect(isLost).toEqual([...isLost].sort((a, b) => Number(b) - Number(a)));
  });

  it('a child without a sign has no referral', () => {
    const lines = reading.lines.filter(({ firstName }) => firstName === 'never-shown');
    expect(lines).toMatchObject([{ referred: null }]);
  });
});
