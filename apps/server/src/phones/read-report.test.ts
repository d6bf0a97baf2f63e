import { PHONE_REPORT_BYTES } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { readPhoneReport } from './read-report.ts';

const REPORT = {
  device: 'k3j9a0',
  unit: 'test_stake_gtm',
  build: 'abcd1234abcd',
  unsent: 3,
  refused: 0,
  oldestUnsent: '2026-11-01T10:00:00.000Z',
  completed: null,
  freeMB: null,
  codes: ['no-response'],
};
const text = (changed: object) => JSON.stringify({ ...REPORT, ...changed });

describe('readPhoneReport', () => {
  it('reads what a phone says', () => {
    expect(readPhoneReport(text({}))).toEqual(REPORT);
  });

  it.each<[string, string | string[] | undefined]>([
    ['nothing', undefined],
    ['twice', [text({}), text({})]],
    ['no JSON', 'unsent=3'],
    ['a list', '[]'],
    ['an unknown field', text({ note: 'Ana' })],
    ['a missing field', JSON.stringify({ ...REPORT, unsent: undefined })],
    ['a text as a number', text({ unsent: '3' })],
    ['less than nothing', text({ refused: -1 })],
    ['a word that is no code', text({ codes: ['Ana is sick'] })],
    ['six codes', text({ codes: Array.from({ length: 6 }, () => 'server') })],
    ['a sentence as a unit', text({ unit: 'Ana Morales' })],
    ['a day as an instant', text({ completed: '2026-11-01' })],
    ['a path as a build', text({ build: '../..' })],
  ])('ignores %s', (_what, header) => {
    expect(readPhoneReport(header)).toBeNull();
  });

  it('reads 400 bytes and ignores 401', () => {
    const padded = (length: number) => text({}).padEnd(length, ' ');
    expect(readPhoneReport(padded(PHONE_REPORT_BYTES))).toEqual(REPORT);
    expect(readPhoneReport(padded(PHONE_REPORT_BYTES + 1))).toBeNull();
  });
});
