import { createHash } from 'node:crypto';
import { DEFAULT_PROGRAMME_RULES, DESK_LISTS, REPORT_TYPES } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { LANGUAGES } from '@crece/messages';
import { expect, it } from 'vitest';
import { collectUnit } from './base/report-records.ts';
import { askedLines, listedChild, readDeskUnit } from './desk/index.ts';
import { anthroRows, fhirResources, monthFigures } from './exports/index.ts';
import { reportRows } from './report-rows.ts';
import { UNIT } from './testing/records.ts';

const SLIP = '7QK4M2XWZR9TBHCD';
const TODAY = '2025-06-01';

const records = collectUnit(UNIT, [
  aChild(),
  aScreening({
    oedema: true,
    slip: [SLIP],
    clinicAnswers: [{ day: '2025-05-12', outcome: 'seen', place: 'Hospital' }],
  }),
]);

const uuidOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
};

it('no report, no export and no list of the desk holds a slip, nor the first half of one', () => {
  const choice = { ages: 'all', months: 12 } as const;
  const reports = LANGUAGES.flatMap((language) =>
    REPORT_TYPES.map((type) => [
      ...reportRows(type, records, { today: TODAY, language, months: 60 }),
    ]),
  );
  // The answer itself is told, so that the search is known to have looked at its screening.
  expect(JSON.stringify(reports)).toContain('Hospital');
  const rules = { today: TODAY, timeZone: 'UTC', countryCode: 'GTM' };
  const desk = readDeskUnit(records, { ...rules, programme: DEFAULT_PROGRAMME_RULES });
  const lists = DESK_LISTS.map((list) =>
    askedLines(desk.lines, { list }, choice).map((line) => listedChild(UNIT.stakeDB, line, list)),
  );
  const exports = [
    [...anthroRows(records, { today: TODAY, screenings: 'all', unitNumber: null })],
    [
      ...fhirResources(records, {
        todayOf: () => TODAY,
        screenings: 'all',
        uuidOf,
        withContact: true,
      }),
    ],
    monthFigures(records, '2025-05', TODAY),
  ];
  const told = JSON.stringify([reports, desk, lists, exports]);
  expect(told.length).toBeGreaterThan(5_000);
  expect(told).not.toContain(SLIP.slice(0, 8));
});
