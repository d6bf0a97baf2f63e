import { type Design, designOf, domainOf, estimate } from './estimate.ts';
import { BASES, ESTIMANDS } from './figures.ts';
import { groupsToReport } from './groups.ts';
import { countOf, weightOf } from './sums.ts';
import type { SurveyRecord } from './survey-record.ts';
import { Tally } from './tally.ts';

/** The figures of one group of children, by the names in `PREVALENCE_FIGURES`. */
export interface PrevalenceRow {
  /** `All`, `Age group: 00-05 mo`, `Sex: Female`, `Area: Rural` … as in WHO's report. */
  readonly group: string;
  /** Shares in per cent; null when a figure cannot be calculated. */
  readonly figures: Readonly<Record<string, number | null>>;
}

/** A survey to which records are added one by one. */
export interface Survey {
  add(record: SurveyRecord): void;
  /** The figures of all records added so far. */
  rows(): PrevalenceRow[];
}

function figuresOf(design: Design, group: string): Record<string, number | null> {
  const figures: Record<string, number | null> = {};
  const domain = domainOf(design, group);
  BASES.forEach(({ countName, estimands }, base) => {
    if (countName !== null) {
      figures[`${countName}_pop`] = weightOf(domain.total, base);
      figures[`${countName}_unwpop`] = countOf(domain.total, base);
    }
    for (const index of estimands) {
      const estimand = ESTIMANDS[index];
      if (estimand === undefined) continue;
      const found = estimate(design, domain, estimand, index);
      figures[`${estimand.name}_r`] = found.value;
      figures[`${estimand.name}_se`] = found.standardError;
      figures[`${estimand.name}_ll`] = found.lower;
      figures[`${estimand.name}_ul`] = found.upper;
      if (estimand.kind === 'mean') figures[`${estimand.name}_stdev`] = found.deviation;
    }
  });
  return figures;
}

/** Opens a survey for records that arrive one by one; it keeps only sums, not the records. */
export function openSurvey(): Survey {
  const tally = new Tally();
  return {
    add: (record) => tally.add(record),
    rows: () => {
      const tallied = tally.design();
      const { cells, hasClusters, hasStrata } = tallied;
      const design = designOf(tallied);
      const seen = new Set(cells.flatMap(({ groups }) => [...groups.keys()]));
      const missing = new Set(cells.flatMap((cell) => [...cell.missing]));
      const names = groupsToReport([...seen], missing, !hasClusters && !hasStrata);
      return names.map((group) => ({ group, figures: figuresOf(design, group) }));
    },
  };
}

/**
 * Prevalence of stunting, underweight, wasting and overweight with mean z-scores, by group, as
 * WHO's `anthro_prevalence` reports them: flagged scores are dropped from their index, oedema
 * counts as below −3 in the weight-based shares, standard errors by Taylor linearisation, 95 %
 * intervals.
 *
 * Weights, clusters, strata and groupings are used as soon as one record has them. A survey of 100
 * children of whom 30 are stunted has `HA_2_r` 30.
 */
export function prevalence(records: Iterable<SurveyRecord>): PrevalenceRow[] {
  const survey = openSurvey();
  for (const record of records) survey.add(record);
  return survey.rows();
}
