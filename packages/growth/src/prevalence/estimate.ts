import { studentTQuantile } from '../statistics/student-t.ts';
import type { Estimand } from './figures.ts';
import {
  countOf,
  emptySums,
  type Sums,
  squaredWeightOf,
  weightOf,
  wwyOf,
  wwyyOf,
  wyOf,
  wyyOf,
} from './sums.ts';
import type { ClusterCell, TalliedDesign } from './tally.ts';

/** An estimate with its standard error and 95 % interval; null when it cannot be calculated. */
export interface Estimate {
  readonly value: number | null;
  readonly standardError: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** Standard deviation of the z-scores; means only. */
  readonly deviation: number | null;
}

/** The sampling design, with the quantiles that its intervals need. */
export interface Design {
  readonly strata: readonly (readonly ClusterCell[])[];
  /** Without clusters every child is its own sampling unit. */
  readonly hasClusters: boolean;
  /** t quantiles of the 95 % interval; null without a degree of freedom. */
  readonly tOfShares: number | null;
  readonly tOfMeans: number | null;
}

/** A group as a domain of the design: its sums by stratum and in total. */
export interface Domain {
  readonly strata: readonly { readonly units: number; readonly sums: readonly Sums[] }[];
  readonly total: Sums;
}

const CONFIDENCE_95 = 0.975;

function unitsOf(
  cells: readonly ClusterCell[],
  hasClusters: boolean,
  count: 'records' | 'weighted',
) {
  return hasClusters
    ? cells.filter((cell) => cell[count] > 0).length
    : cells.reduce((sum, cell) => sum + cell[count], 0);
}

/**
 * Degrees of freedom are sampling units minus strata. Units in which no child has a weight count
 * for means but not for shares, as in WHO's software, which calculates the two in different ways.
 */
export function designOf({ cells, hasClusters }: TalliedDesign): Design {
  const names = [...new Set(cells.map(({ stratum }) => stratum))];
  const strata = names.map((name) => cells.filter(({ stratum }) => stratum === name));
  const quantile = (count: 'records' | 'weighted') =>
    studentTQuantile(CONFIDENCE_95, unitsOf(cells, hasClusters, count) - strata.length);
  return {
    strata,
    hasClusters,
    tOfShares: quantile('weighted'),
    tOfMeans: quantile('records'),
  };
}

/** Collects the sums of a group in each stratum. */
export function domainOf(design: Design, group: string): Domain {
  const total = emptySums(!design.hasClusters);
  const strata = design.strata.map((cells) => {
    const sums = cells.flatMap(({ groups }) => groups.get(group) ?? []);
    for (const each of sums)
      for (let index = 0; index < total.length; index++)
        total[index] = (total[index] ?? 0) + (each[index] ?? 0);
    return { units: unitsOf(cells, design.hasClusters, 'records'), sums };
  });
  return { strata, total };
}

/**
 * The contribution of a stratum to the linearised variance: n / (n − 1) × Σ(u − ū)² over its n
 * sampling units, where u is the unit's total of w(y − mean) / Σw. A stratum with one unit is
 * centred at the mean of all units, which is 0 for a ratio (Lumley, "Complex Surveys", 2010; option
 * "adjust" of the R package survey).
 */
function stratumVariance(units: number, sumU: number, sumUU: number): number {
  if (units <= 1) return sumUU;
  return Math.max(0, (units / (units - 1)) * (sumUU - (sumU * sumU) / units));
}

/** Taylor linearisation of a ratio mean over the whole design, with the group as a domain. */
function linearisedVariance(
  { hasClusters }: Design,
  { strata, total }: Domain,
  { base }: Estimand,
  index: number,
): number {
  const weight = weightOf(total, base);
  const mean = wyOf(total, index) / weight;
  let variance = 0;
  for (const { units, sums } of strata) {
    let sumU = 0;
    let sumUU = 0;
    for (const each of sums) {
      const u = (wyOf(each, index) - mean * weightOf(each, base)) / weight;
      sumU += u;
      // Σ w²(y − mean)², expanded so that sums over the children suffice.
      const squares = () =>
        wwyyOf(each, index) -
        2 * mean * wwyOf(each, index) +
        mean * mean * squaredWeightOf(each, base);
      sumUU += hasClusters ? u * u : Math.max(0, squares()) / (weight * weight);
    }
    variance += stratumVariance(units, sumU, sumUU);
  }
  return variance;
}

const NOTHING: Estimate = {
  value: null,
  standardError: null,
  lower: null,
  upper: null,
  deviation: null,
};

/**
 * Estimates one mean (z-scores) or share (per cent) in a group.
 *
 * @param index position of the estimand in `ESTIMANDS`
 */
export function estimate(
  design: Design,
  domain: Domain,
  estimand: Estimand,
  index: number,
): Estimate {
  const weight = weightOf(domain.total, estimand.base);
  if (!(weight > 0)) return NOTHING;
  const mean = wyOf(domain.total, index) / weight;
  const error = Math.sqrt(linearisedVariance(design, domain, estimand, index));
  if (estimand.kind === 'share') return shareEstimate(mean, error, design.tOfShares);
  const margin = design.tOfMeans === null ? null : design.tOfMeans * error;
  return {
    value: mean,
    standardError: error,
    lower: margin === null ? null : mean - margin,
    upper: margin === null ? null : mean + margin,
    deviation: deviationOf(
      countOf(domain.total, estimand.base),
      wyyOf(domain.total, index) / weight - mean * mean,
    ),
  };
}

/** Standard deviation around the weighted mean; n counts children, not weights. */
function deviationOf(n: number, spread: number): number | null {
  return n < 2 ? null : Math.sqrt(Math.max(0, spread) * (n / (n - 1)));
}

/**
 * A share in per cent; its interval is symmetric on the logit scale, and has no width at 0 and 100
 * %.
 */
function shareEstimate(share: number, error: number, t: number | null): Estimate {
  const whole = { value: 100 * share, standardError: 100 * error, deviation: null };
  if (share <= 0 || share >= 1) return { ...whole, lower: whole.value, upper: whole.value };
  if (t === null) return { ...whole, lower: null, upper: null };
  const logit = Math.log(share / (1 - share));
  const margin = (t * error) / (share * (1 - share));
  const inPerCent = (x: number) => 100 / (1 + Math.exp(-x));
  return { ...whole, lower: inPerCent(logit - margin), upper: inPerCent(logit + margin) };
}

/**
 * A share in per cent with its interval from counts alone, as `prevalence` gives it for a survey
 * without weights and clusters. Counts of several places may be added up; shares may not.
 *
 * @param cases children below the line
 * @param n children with a usable value
 * @param records all children of the survey, including those without a usable value
 */
export function shareOfCounts({
  cases,
  n,
  records,
}: {
  readonly cases: number;
  readonly n: number;
  readonly records: number;
}): Estimate {
  if (n === 0) return NOTHING;
  const share = cases / n;
  const error = Math.sqrt(stratumVariance(records, 0, (share * (1 - share)) / n));
  return shareEstimate(share, error, studentTQuantile(CONFIDENCE_95, records - 1));
}
