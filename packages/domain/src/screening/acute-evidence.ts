import { Z_LINES } from '../base/limits.ts';
import { decidingMuacBand } from './muac.ts';
import type { ZFigures } from './stored-z-scores.ts';

/** What a screening shows about acute malnutrition, and by which measurement. */
export interface AcuteEvidence {
  readonly level: 'severe' | 'moderate' | 'none' | 'unknown';
  readonly from: 'whz' | 'muac' | null;
}

/** The values of one screening that the rules of status, class and supplement need. */
export interface MeasuredFacts {
  readonly ageMonths: number | null;
  readonly zScore: ZFigures;
  readonly muac?: number | undefined;
}

const LEVEL_OF_BAND = { red: 'severe', yellow: 'moderate', green: 'none' } as const;

function levelOfWhz(wl: number): AcuteEvidence['level'] {
  if (wl < Z_LINES.severe) return 'severe';
  return wl < Z_LINES.moderate ? 'moderate' : 'none';
}

/**
 * Acute evidence: WHZ when known, else MUAC from 6 months of age, else unknown. A stored MUAC in
 * millimetres does not count.
 */
export function acuteEvidence({ ageMonths, zScore, muac }: MeasuredFacts): AcuteEvidence {
  if (zScore.wl !== null) return { level: levelOfWhz(zScore.wl), from: 'whz' };
  const band = decidingMuacBand(muac, ageMonths);
  return band === undefined
    ? { level: 'unknown', from: null }
    : { level: LEVEL_OF_BAND[band], from: 'muac' };
}
