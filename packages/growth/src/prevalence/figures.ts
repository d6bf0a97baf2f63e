import type { ExactScore } from '../exact/index.ts';

/** An index of the report, its WHO score, and whether oedema counts as severe in its percentages. */
interface ReportedIndex {
  readonly name: 'HA' | 'WA' | 'BMI' | 'WH';
  readonly score: ExactScore;
  readonly isWeightBased: boolean;
}

/** The indices in the order of WHO's report. */
export const INDICES = [
  { name: 'HA', score: 'zlen', isWeightBased: false },
  { name: 'WA', score: 'zwei', isWeightBased: true },
  { name: 'BMI', score: 'zbmi', isWeightBased: true },
  { name: 'WH', score: 'zwfl', isWeightBased: true },
] as const satisfies readonly ReportedIndex[];

/**
 * The cut-offs in WHO's spelling: `_2` below −2, `2` above +2; a value on the line is in neither.
 */
export const CUT_OFFS = [
  { name: '_3', isBeyond: (z: number) => z < -3 },
  { name: '_2', isBeyond: (z: number) => z < -2 },
  { name: '_1', isBeyond: (z: number) => z < -1 },
  { name: '1', isBeyond: (z: number) => z > 1 },
  { name: '2', isBeyond: (z: number) => z > 2 },
  { name: '3', isBeyond: (z: number) => z > 3 },
] as const;

/** A mean or a share to estimate, with the children it is based on. */
export interface Estimand {
  /** The figure's name without its ending: `HA_2`, or `HA` for the mean z-score. */
  readonly name: string;
  readonly kind: 'share' | 'mean';
  /** Position of its children in `BASES`. */
  readonly base: number;
}

/** The children on which estimates are based: those with a usable value. */
export interface Base {
  /** The name of its two counts without their ending; null when no count is reported. */
  readonly countName: string | null;
  readonly estimands: readonly number[];
}

function buildReport(): { bases: Base[]; estimands: Estimand[] } {
  const bases: Base[] = [];
  const estimands: Estimand[] = [];
  const addBase = (countName: string | null, kind: Estimand['kind'], names: string[]): void => {
    const base = bases.length;
    bases.push({ countName, estimands: names.map((_, index) => estimands.length + index) });
    estimands.push(...names.map((name) => ({ name, kind, base })));
  };
  for (const { name } of INDICES) {
    const shares = CUT_OFFS.map((cutOff) => `${name}${cutOff.name}`);
    addBase(`${name}Z`, 'share', shares);
    addBase(null, 'mean', [name]);
  }
  addBase('HA_2_WH_2', 'share', ['HA_2_WH_2', 'HA_2_WH2']);
  return { bases, estimands };
}

const REPORT = buildReport();

/**
 * For each index the children counted in percentages, then those counted in the mean (oedema makes
 * the difference); last the children with both HAZ and WHZ.
 */
export const BASES: readonly Base[] = REPORT.bases;

/** Every mean and share of the report, in report order. */
export const ESTIMANDS: readonly Estimand[] = REPORT.estimands;

/** The endings of one estimate's figures. */
export const ESTIMATE_ENDINGS = ['r', 'se', 'll', 'ul'] as const;

/** The 134 figures of a group in the order and spelling of WHO's report, `HAZ_pop` to `HA_2_WH2_ul`. */
export const PREVALENCE_FIGURES: readonly string[] = BASES.flatMap(({ countName, estimands }) => [
  ...(countName === null ? [] : [`${countName}_pop`, `${countName}_unwpop`]),
  ...estimands.flatMap((index) => {
    const { name = '', kind } = ESTIMANDS[index] ?? {};
    const figures = ESTIMATE_ENDINGS.map((ending) => `${name}_${ending}`);
    return kind === 'mean' ? [...figures, `${name}_stdev`] : figures;
  }),
]);
