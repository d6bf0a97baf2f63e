import { MUAC_FROM_MONTHS, type ReassessedScreening, type Screening } from '@crece/domain';
import type { ExactMeasures } from '@crece/growth/exact';
import { type SurveyPlace, surveyPlaces } from '@crece/growth/prevalence';

/**
 * The category of a screening in each percentage; MUAC is null under 6 months, where it is not
 * assessed.
 */
export interface MeasuredPlaces {
  readonly wh: SurveyPlace;
  readonly ha: SurveyPlace;
  readonly wa: SurveyPlace;
  readonly muac: SurveyPlace | null;
}

const NOTHING = { HA: 'missing', WA: 'missing', WH: 'missing' } as const;

function muacPlace({ monthAge, doubts, muacBand }: ReassessedScreening, muac: number | undefined) {
  if (monthAge === null || monthAge < MUAC_FROM_MONTHS) return null;
  if (doubts.some(({ measure }) => measure === 'muac')) return 'flagged';
  if (muac === undefined || muacBand === undefined) return 'missing';
  return ({ red: 'severe', yellow: 'moderate', green: 'other' } as const)[muacBand];
}

/** The categories of a screening: z-scores by WHO's exact method, MUAC by its bands in cm. */
export function measuredPlaces(
  screening: Screening,
  reading: ReassessedScreening,
  measures: ExactMeasures,
): MeasuredPlaces {
  const { HA, WA, WH } = surveyPlaces(measures) ?? NOTHING;
  return { wh: WH, ha: HA, wa: WA, muac: muacPlace(reading, screening.muac) };
}
