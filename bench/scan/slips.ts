import { type Child, makeSlip, type Screening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';

// The children with a slip beside the invented ones of the unit.

export const UNIT = 'test_stake_gtm';
export const SLIPS = 500;
/** The day of their screenings. */
export const DAY = '2026-11-20';

export const slipOf = (at: number): string =>
  makeSlip(Uint8Array.of(at >> 8, at & 255, 3, 1, 4, 1, 5, 9, 2, 6));

export const childIdOf = (at: number): string => `chld_${UNIT}_${1_700_000_000_000 + at}_aaaaaa`;

export function withSlips(): { children: Child[]; screenings: Screening[] } {
  const places = Array.from({ length: SLIPS }, (_, at) => at);
  const children = places.map((at) =>
    aChild({ _id: childIdOf(at), birthDate: '2025-03-10', cardNumber: `PN-${at}` }),
  );
  const screenings = places.map((at) =>
    aScreening({
      _id: childIdOf(at).replace('chld', 'scr'),
      owner: childIdOf(at),
      surveyDate: DAY,
      muac: 11.2,
      slip: [slipOf(at)],
    }),
  );
  return { children, screenings };
}
