import { describe, expect, it } from 'vitest';
import { supplementOn } from '../screening/supplement.ts';
import { assessedCells, assessedRow, GOLDEN_ASSESSMENTS } from './assessed-cells.ts';

const INPUTS = new Set(['id', 'sex', 'month_age', 'is_first', 'height', 'weight', 'muac']);

describe('the complete assessment rules on the golden assessments', () => {
  it('the golden assessments have all 1,528 records', () => {
    expect(GOLDEN_ASSESSMENTS).toHaveLength(1528);
  });

  it('the rules equal the golden assessments in every cell', () => {
    const wrong = GOLDEN_ASSESSMENTS.flatMap((row) => {
      const cells = assessedCells(row);
      return Object.keys(row)
        .filter((column) => !INPUTS.has(column) && cells[column] !== row[column])
        .map((column) => `${row['id']} ${column}: ${cells[column]}, expected ${row[column]}`);
    });
    expect(wrong).toEqual([]);
  });

  it('calls on the survey date for the supplement that is stored', () => {
    const today = '2024-06-15';
    for (const row of GOLDEN_ASSESSMENTS) {
      const { ageMonths, known, assessment, reading } = assessedRow(row);
      const { supType } = supplementOn(
        { surveyDate: today, ageOverride: ageMonths, ...known, ...assessment },
        { birthDate: '2023-01-01' },
        today,
      );
      expect(supType).toBe(reading.supType);
    }
  });
});
