/**
 * WHO's exact method and the survey report on one core. Budgets (design, section 9): five indices
 * of 1,000,000 children per second, prevalence of 10,000 rows with clusters, strata and weights in
 * 0.3 s.
 */
import {
  COLUMN_CODES,
  type ExactColumns,
  exactScoreColumns,
  exactZScoreColumns,
  exactZScores,
} from '../../packages/growth/src/exact/index.ts';
import { prevalence } from '../../packages/growth/src/prevalence/index.ts';
import { type Measurement, medianTimes } from '../measure.ts';
import { type BenchChild, benchChildren } from './children.ts';

const CHILDREN = 200_000;
const SURVEY_ROWS = 10_000;
const SAMPLES = 21;
const CHILDREN_BUDGET_PER_MS = 1_000;
const PREVALENCE_BUDGET_MS = 300;

function columnsOf(children: readonly BenchChild[]): ExactColumns {
  return {
    sex: Uint8Array.from(children, ({ sex }) => COLUMN_CODES.sex[sex]),
    ageDays: Float64Array.from(children, ({ ageDays }) => ageDays),
    weight: Float64Array.from(children, ({ weight }) => weight),
    height: Float64Array.from(children, ({ height }) => height),
    measured: Uint8Array.from(children, ({ measured }) => COLUMN_CODES.measured[measured]),
    muac: Float64Array.from(children, ({ muac }) => muac),
  };
}

function zScores(): Measurement {
  const children = benchChildren(CHILDREN);
  const input = columnsOf(children);
  const output = exactScoreColumns(CHILDREN);
  const times = medianTimes(SAMPLES, {
    columns: () => exactZScoreColumns(input, output),
    single: () => {
      for (const child of children) exactZScores(child);
    },
  });
  return {
    what: `WHO exact z-scores, five indices of ${CHILDREN.toLocaleString('en')} children, in columns`,
    ms: times.columns,
    samples: SAMPLES,
    handled: { count: CHILDREN, name: 'children' },
    baseline: { what: 'one record after the other (exactZScores)', ms: times.single },
    budgetMs: CHILDREN / CHILDREN_BUDGET_PER_MS,
  };
}

function surveyReport(): Measurement {
  const survey = benchChildren(SURVEY_ROWS);
  const withoutDesign = survey.map((child) => ({
    ...child,
    samplingWeight: undefined,
    cluster: undefined,
    stratum: undefined,
  }));
  const times = medianTimes(SAMPLES, {
    complex: () => void prevalence(survey),
    simple: () => void prevalence(withoutDesign),
  });
  return {
    what: `Prevalence of ${SURVEY_ROWS.toLocaleString('en')} rows, 300 clusters in 5 strata, weights, 5 groupings`,
    ms: times.complex,
    samples: SAMPLES,
    handled: { count: SURVEY_ROWS, name: 'rows' },
    baseline: { what: 'the same rows as a simple random sample', ms: times.simple },
    budgetMs: PREVALENCE_BUDGET_MS,
  };
}

/** The suite `growth`. */
export function growth(): Measurement[] {
  return [zScores(), surveyReport()];
}
