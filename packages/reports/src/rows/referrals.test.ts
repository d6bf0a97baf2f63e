import { addDays, type Screening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { collectUnit } from '../base/report-records.ts';
import { csvHead, csvRows } from '../csv/index.ts';
import { reportAnswers, reportColumns, reportRows, reportTitles } from '../report-rows.ts';
import { cellsOf, monthsAgo, TODAY, UNIT } from '../testing/records.ts';
import { SIXTY_REFERRALS } from '../testing/sixty-referrals.ts';
import { xlsxBytes } from '../xlsx/index.ts';

const SIGNS: Readonly<Record<string, string>> = {
  S: 'swelling',
  W: 'weight for height',
  A: 'MUAC',
};
const OUTCOMES: Readonly<Record<string, string>> = {
  'not-found': 'not found',
  'moved-away': 'moved away',
};
const inWords = (outcome: string) => OUTCOMES[outcome] ?? outcome;

/** The cells of the rows that were worked out by hand, in the order of the file. */
const EXPECTED = SIXTY_REFERRALS.flatMap(({ name, expected }) =>
  expected.map((row) => ({
    firstName: name,
    sign: [...row.signs].map((sign) => SIGNS[sign]).join('; '),
    since: row.since,
    outcome: row.outcome === null ? null : inWords(row.outcome),
    day: row.day,
    by:
      row.by?.replace(
        /;(\w+):([a-z-]+)/,
        (_, who: string, said: string) => `; ${who}: ${inWords(said)}`,
      ) ?? null,
    place: row.place,
    days: row.days,
    lost: row.isLost,
  })),
);
const NAMES = Object.keys(EXPECTED[0] ?? {});
const byName = <T extends { firstName?: unknown; since?: unknown }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => {
    const [one, two] = [`${a.firstName} ${a.since}`, `${b.firstName} ${b.since}`];
    return one < two ? -1 : Number(one > two);
  });

const records = collectUnit(
  UNIT,
  SIXTY_REFERRALS.flatMap(({ documents }) => documents),
);
const options = { today: TODAY, language: 'en', months: 12 } as const;
const rows = () => reportRows('referrals', records, options);

describe('the report of referrals', () => {
  it('has a row for each of sixty histories’ referrals, as worked out by hand', () => {
    expect(SIXTY_REFERRALS).toHaveLength(60);
    const found = cellsOf('referrals', records, options).map((row) =>
      Object.fromEntries(NAMES.map((name) => [name, row[name]])),
    );
    expect(byName(found)).toEqual(byName(EXPECTED));
  });

  it('says the same in both files', async () => {
    const titles = reportTitles('referrals', 'en');
    expect(titles).toEqual([
      ...['country', 'stake', 'ward', 'firstName', 'lastName', 'age', 'mother', 'sign', 'since'],
      ...['outcome', 'day', 'by', 'place', 'days', 'lost'],
    ]);
    const answers = reportAnswers('en');
    const write = csvRows(answers);
    const csv = csvHead(titles) + [...rows()].map(write).join('');
    const fromCsv = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
    const text = (cell: unknown) =>
      typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell ?? '');
    const asText = byName(EXPECTED).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, text(cell)])),
    );
    const picked = (each: Record<string, unknown>) =>
      Object.fromEntries(NAMES.map((name) => [name, each[name]]));
    expect(byName(fromCsv).map(picked)).toEqual(asText);
    const table = { columns: reportColumns('referrals'), titles, answers, sheet: 'referrals' };
    const pieces: Uint8Array[] = [];
    for await (const piece of xlsxBytes(rows(), table)) pieces.push(piece);
    const [, ...lines] = await readSheet(Buffer.concat(pieces));
    const fromXlsx = lines.map((line) =>
      Object.fromEntries(
        line.map((cell, at) => [
          titles[at] ?? '',
          cell instanceof Date ? cell.toISOString().slice(0, 10) : text(cell),
        ]),
      ),
    );
    expect(byName(fromXlsx).map(picked)).toEqual(asText);
  });

  it('goes back as far as it is asked, by the first day of the referral', () => {
    const within = (months: number) =>
      cellsOf('referrals', records, { ...options, months }).filter(
        ({ firstName }) => firstName === 'twelve-months-ago' || firstName === 'lapsed',
      ).length;
    expect([5, 6, 11, 12].map(within)).toEqual([0, 1, 1, 2]);
  });

  it('of an outcome that waits for a choice, the shorter closing counts', () => {
    const child = aChild({ _id: 'chld_1', birthDate: monthsAgo(20) });
    const visit: Screening = {
      ...aScreening({ _id: 'scr_1', owner: 'chld_1', surveyDate: addDays(TODAY, -20) }),
      ...{ oedema: true, muac: 14, referralOutcome: 'admitted', referralDate: addDays(TODAY, -18) },
    };
    const unit = collectUnit(UNIT, [child, visit]);
    const [one] = unit.children;
    if (one === undefined) throw new Error('no child');
    const other = { ...visit, referralOutcome: 'refused' as const };
    const open = { ...one, versions: { child: [], screenings: [other] } };
    const [row] = cellsOf('referrals', { ...unit, children: [open] }, options);
    expect(row).toMatchObject({ outcome: 'refused', lost: false });
  });

  it('a child that was screened after a clinic said that it died has not died', () => {
    const child = aChild({ _id: 'chld_1', birthDate: monthsAgo(20) });
    const visit = (days: number, more: Partial<Screening>): Screening => ({
      ...aScreening({ _id: `scr_${days}`, owner: 'chld_1', surveyDate: addDays(TODAY, -days) }),
      ...{ muac: 11, ...more },
    });
    const died = { outcome: 'died', day: addDays(TODAY, -5) } as const;
    const result = (...visits: readonly Screening[]) =>
      cellsOf('referrals', collectUnit(UNIT, [child, ...visits]), options).map(
        ({ outcome, day, by }) => [outcome, day, by],
      );
    const first = visit(20, { clinicAnswers: [died] });
    expect(result(first)).toEqual([['died', died.day, 'clinic']]);
    expect(result(first, visit(5, {}))).toEqual([['died', died.day, 'clinic']]);
    const words = `clinic: died ${died.day}`;
    expect(result(first, visit(1, {}))).toEqual([[null, null, words]]);
    const seen = { referralOutcome: 'seen', referralDate: addDays(TODAY, -8) } as const;
    expect(result(visit(20, { clinicAnswers: [died], ...seen }), visit(1, {}))).toEqual([
      ['seen', seen.referralDate, `programme; ${words}`],
    ]);
  });

  it('names the place of an answer that stands in an open version alone, as after the merge', () => {
    const child = aChild({ _id: 'chld_1', birthDate: monthsAgo(20) });
    const visit: Screening = {
      ...aScreening({ _id: 'scr_1', owner: 'chld_1', surveyDate: addDays(TODAY, -20) }),
      ...{ oedema: true, muac: 14 },
    };
    const unit = collectUnit(UNIT, [child, visit]);
    const [one] = unit.children;
    if (one === undefined) throw new Error('no child');
    const seen = { outcome: 'seen', day: addDays(TODAY, -18) } as const;
    const rowOf = (own: object, ...others: object[]) => {
      const screenings = [{ ...visit, ...own }];
      const versions = { child: [], screenings: others.map((each) => ({ ...visit, ...each })) };
      const open = { ...one, screenings, versions };
      return cellsOf('referrals', { ...unit, children: [open] }, options)[0];
    };
    const at = (place: string) => ({ clinicAnswers: [{ ...seen, place }] });
    expect(rowOf({}, at('Cobán'))).toMatchObject({ outcome: 'seen', place: 'Cobán' });
    expect(rowOf({ clinicAnswers: [seen] }, at('Cobán'))).toMatchObject({ place: 'Cobán' });
    expect(rowOf(at('Cobán'), {})).toMatchObject({ place: 'Cobán' });
    expect(rowOf(at('Cobán'), at('Zacapa'))).toMatchObject({ place: 'Zacapa' });
    expect(rowOf(at('Zacapa'), at('Cobán'))).toMatchObject({ place: 'Zacapa' });
  });
});
