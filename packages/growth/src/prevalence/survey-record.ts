import type { ExactMeasures } from '../exact/index.ts';

/** The groupings that a survey may have besides age and sex. */
export const GROUPINGS = ['area', 'region', 'wealth', 'education', 'other'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** One child of a survey: measurements, position in the sampling design, and groups. */
export interface SurveyRecord extends Omit<ExactMeasures, 'muac' | 'headCircumference'> {
  /** How many children this one represents; in a weighted survey a missing weight counts as 0. */
  readonly samplingWeight?: number | undefined;
  /** Cluster (primary sampling unit); the same numbers may be used in each stratum. */
  readonly cluster?: string | undefined;
  readonly stratum?: string | undefined;
  readonly groups?: Readonly<Partial<Record<Grouping, string | undefined>>> | undefined;
}
