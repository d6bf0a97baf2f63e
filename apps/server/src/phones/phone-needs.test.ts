import type { PhoneReport } from '@crece/contract/schemas';
import { describe, expect, it } from 'vitest';
import { phoneNeeds } from './phone-needs.ts';

const NOW = new Date('2026-11-24T12:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ago = (days: number, ms = 0) => new Date(NOW.getTime() - days * DAY_MS - ms).toISOString();

const CALM: PhoneReport = {
  device: 'k3j9a0',
  unit: 'test_stake_gtm',
  build: 'abcd1234abcd',
  unsent: 0,
  refused: 0,
  oldestUnsent: null,
  completed: ago(0),
  freeMB: 900,
  codes: [],
};
const SERVED = { build: CALM.build, since: ago(100) };
const OTHER = (since: string) => ({ build: 'ffff1234abcd', since });

const needs = (report: Partial<PhoneReport>, at = ago(0), served = SERVED) =>
  phoneNeeds({ at, report: { ...CALM, ...report } }, NOW, served);

describe('phoneNeeds', () => {
  it.each([
    ['13 days and 23 hours 59 minutes', ago(14, -MINUTE_MS), []],
    ['14 days', ago(14), ['unsent']],
    ['14 days and a minute', ago(14, MINUTE_MS), ['unsent']],
  ])('counts unsent records from 14 days on: %s', (_age, oldestUnsent, expected) => {
    expect(needs({ unsent: 3, oldestUnsent })).toEqual(expected);
  });

  it('asks for no help when nothing is unsent, whatever is said of the oldest', () => {
    expect(needs({ unsent: 0, oldestUnsent: ago(90) })).toEqual([]);
  });

  it('counts unsent records without a date, and of a clock that runs ahead, from when they were told', () => {
    expect(needs({ unsent: 1, oldestUnsent: null }, ago(14))).toEqual(['unsent']);
    expect(needs({ unsent: 1, oldestUnsent: ago(-500) }, ago(14))).toEqual(['unsent']);
    expect(needs({ unsent: 1, oldestUnsent: ago(-500) }, ago(13))).toEqual([]);
  });

  it.each([
    [29.999, []],
    [30, ['unseen']],
    [31, ['unseen']],
  ])('misses a phone from 30 days on: %s', (days, expected) => {
    expect(needs({}, ago(days))).toEqual(expected);
  });

  it.each([
    [0, []],
    [1, ['refused']],
  ])('helps with any refused record: %s', (refused, expected) => {
    expect(needs({ refused })).toEqual(expected);
  });

  it.each([
    ['a week less a minute', OTHER(ago(7, -MINUTE_MS)), []],
    ['a week', OTHER(ago(7)), ['old-build']],
    ['never', null, []],
  ])('gives a phone a week to renew itself: another build since %s', (_since, served, expected) => {
    expect(phoneNeeds({ at: ago(0), report: CALM }, NOW, served)).toEqual(expected);
  });

  it('names everything, the most urgent first', () => {
    const report = { unsent: 2, refused: 1, oldestUnsent: ago(60) };
    expect(needs(report, ago(40), OTHER(ago(50)))).toEqual([
      'unsent',
      'refused',
      'unseen',
      'old-build',
    ]);
  });
});
