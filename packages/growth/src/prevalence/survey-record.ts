import type { ExactMeasures } from '../exact/index.ts';

/** The groupings a survey may know beside age and sex. */
export const GROUPINGS = ['area', 'region', 'wealth', 'education', 'other'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** One child of a survey: measurements, place in the sampling design, and groups. */
export interface SurveyRecord extends Omit<ExactMeasures, 'muac' | 'headCircumference'> {
  /** How many children this one stands for; in a weighted survey a missing weight counts as 0. */
  readonly samplingWeight?: number | undefined;
  /** Cluster (primary sampling unit); numbers may begin anew in each stratum. */
  readonly cluster?: string | undefined;
  readonly stratum?: string | undefined;
  readonly groups?: Readonly<Partial<Record<Grouping, string | undefined>>> | undefined;
}
