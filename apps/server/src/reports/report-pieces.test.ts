import { type Row, reportColumns } from '@crece/reports';
import { describe, expect, it } from 'vitest';
import { reportPieces } from './report-pieces.ts';

const ROWS = 1_001;
const UNIT = {
  stakeDB: 'coban_stake_gtm',
  stakeName: 'Cobán Stake',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

describe('the pieces of a report', () => {
  it('are some hundred lines of a unit each, and together all of its lines in order', async () => {
    const cells: Row[] = Array.from({ length: ROWS }, (_none, row) =>
      reportColumns('women').map((_column, place) => (place === 0 ? `row ${row}` : null)),
    );
    const pieces = reportPieces(
      { type: 'women', language: 'en', format: 'csv' },
      async function* (make) {
        yield { unit: UNIT, children: 0, rows: cells.map(make) };
      },
    );
    const texts: string[] = [];
    for await (const piece of pieces) texts.push(String(piece));
    const lines = texts.join('').trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(cells.map(([first]) => first));
    expect(Math.max(...texts.map((text) => text.split('\r\n').length - 1))).toBe(250);
  });
});
