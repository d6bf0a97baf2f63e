import { REPORT_TYPES } from '@crece/domain';
import { aMother } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { reportRows, reportSteps } from './report-rows.ts';
import { aUnitOf, TODAY } from './testing/records.ts';

const CHILDREN = 600;
const OPTIONS = { today: TODAY, language: 'en' } as const;

describe('the work steps of a report', () => {
  const records = {
    ...aUnitOf(Array.from({ length: CHILDREN }, () => ({ entries: [{ ha: 0, wa: 0, wl: 0 }] }))),
    mothers: Array.from({ length: CHILDREN }, (_, at) => aMother({ _id: `mthr_${at}` })),
  };

  it.each(REPORT_TYPES)(
    'the steps of %s are at least as many as its people, listed or not',
    (type) => {
      const steps = [...reportSteps(type, records, OPTIONS)];
      expect(steps.length).toBeGreaterThanOrEqual(CHILDREN);
      expect(steps.filter((row) => row !== null)).toEqual([...reportRows(type, records, OPTIONS)]);
    },
  );
});
