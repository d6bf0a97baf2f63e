import { monthRow } from '@crece/growth';
import { describe, expect, it } from 'vitest';
import { ageAt } from '../dates/age.ts';
import { readGolden } from './read-csv.ts';

const rows = readGolden('ages.csv');

describe('ageAt on the golden date pairs', () => {
  it('the golden dates have all 19 pairs', () => {
    expect(rows).toHaveLength(19);
  });

  it.each(rows)('$birth_date to $survey_date: $note', (row) => {
    const age = ageAt(row['birth_date'] ?? '', row['survey_date'] ?? '');
    const month = age === null ? null : monthRow(age.ageMonths);
    expect({
      age: age?.ageMonths.toFixed(2),
      completed: String(age?.completedMonths),
      row: month === null ? '' : String(month),
    }).toEqual({ age: row['age'], completed: row['completed_months'], row: row['row'] });
  });
});
