import { databasesOf } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { demoRecords } from '@crece/domain/demo';
import { describe, expect, it } from 'vitest';
import { collectUnit } from './base/report-records.ts';
import { csvHead, csvRows } from './csv/report-csv.ts';
import { reportAnswers, reportRows, reportTitles } from './report-rows.ts';

const TODAY = '2026-03-14';
const UNIT = 'test_stake_gtm';

/** The records of the demonstration unit. */
function records() {
  const unit = databasesOf(BUILT_IN_CATALOGUE).find(({ stakeDB }) => stakeDB === UNIT);
  if (unit === undefined) throw new Error(`${UNIT} is not in the catalogue`);
  const demo = demoRecords({ stakeDB: UNIT, today: TODAY, children: 24 });
  return collectUnit(unit, [...demo.children, ...demo.screenings, ...demo.mothers]);
}

// A person has read the expected files (stored with this package's sources) in both languages. When
// you change one (`vitest run -u`), read the differences.
describe.each(['all', 'sup', 'summary', 'missedScreening', 'women', 'referrals'] as const)(
  'the report %s of the demonstration',
  (type) => {
    it.each(['en', 'es'] as const)(
      'equals in %s the file that a person has checked',
      async (language) => {
        const options = { today: TODAY, language, sort: 'firstName', months: 12 } as const;
        const answers = csvRows(reportAnswers(language));
        const rows = [...reportRows(type, records(), options)].map(answers);
        const text = csvHead(reportTitles(type, language)) + rows.join('');
        const lines = text.replace('\uFEFF', '').replaceAll('\r\n', '\n');
        await expect(lines).toMatchFileSnapshot(`../demo/${type}-${language}.csv`);
      },
    );
  },
);
