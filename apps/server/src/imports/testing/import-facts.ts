export const UNIT = 'test_stake_gtm';
export const NOW = new Date('2026-02-28T18:00:00.000Z');
