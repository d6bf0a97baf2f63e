import { rankIn } from './child-scores.ts';
import { BASES, CUT_OFFS, ESTIMANDS, INDICES } from './figures.ts';

/**
 * Running sums of one group within one sampling unit, in one array. They suffice for every estimate
 * and its linearised variance, so memory grows with clusters and groups only. w is a child's
 * weight, y its value (0 or 1 for shares). The constants give the offset of each kind of sum:
 */
const BASE_COUNT = BASES.length;
const ESTIMAND_COUNT = ESTIMANDS.length;
const N = 0;
const W = N + BASE_COUNT;
const WY = W + BASE_COUNT;
const WYY = WY + ESTIMAND_COUNT;
const UNIT_LENGTH = WYY + ESTIMAND_COUNT;
/** From this offset on, sums that are needed only when each child is its own sampling unit. */
const WW = UNIT_LENGTH;
const WWY = WW + BASE_COUNT;
const WWYY = WWY + ESTIMAND_COUNT;
const CHILDREN_LENGTH = WWYY + ESTIMAND_COUNT;

export type Sums = Float64Array;

/** @param areChildrenUnits whether each child is its own sampling unit */
export function emptySums(areChildrenUnits: boolean): Sums {
  return new Float64Array(areChildrenUnits ? CHILDREN_LENGTH : UNIT_LENGTH);
}

/**
 * Number of sums in one allocated block: thousands of arrays with their own buffer would be much
 * slower.
 */
const SUMS_PER_BLOCK = 256;

/** Allocates empty sums from blocks. */
export class SumsStore {
  #block = new Float64Array(0);
  #used = 0;

  open(areChildrenUnits: boolean): Sums {
    const length = areChildrenUnits ? CHILDREN_LENGTH : UNIT_LENGTH;
    if (this.#used + length > this.#block.length) {
      this.#block = new Float64Array(SUMS_PER_BLOCK * length);
      this.#used = 0;
    }
    this.#used += length;
    return this.#block.subarray(this.#used - length, this.#used);
  }
}

/** Resets all weighted sums; the counts of children stay. */
export function forgetWeights(sums: Sums): void {
  sums.fill(0, W);
}

const at = (start: number) => (sums: Sums, index: number) => sums[start + index] ?? 0;

/** Number of children of a base, and the sums of their weights and squared weights. */
export const countOf = at(N);
export const weightOf = at(W);
export const squaredWeightOf = at(WW);

/** Sums over an estimand's children. */
export const wyOf = at(WY);
export const wyyOf = at(WYY);
export const wwyOf = at(WWY);
export const wwyyOf = at(WWYY);

/**
 * What a child adds: the bases in which it counts, and the estimands for which its value is not 0.
 */
export class ChildValues {
  readonly #bases = new Uint8Array(BASE_COUNT);
  readonly #estimands = new Uint8Array(ESTIMAND_COUNT);
  readonly #values = new Float64Array(ESTIMAND_COUNT);
  #baseCount = 0;
  #valueCount = 0;

  /**
   * Reads a child's scores in the order of `INDICES`, NaN for a missing one.
   *
   * @param hasOedema counts as below every line in the weight-based shares, and in no mean
   */
  read(scores: readonly number[], hasOedema: boolean): void {
    this.#baseCount = 0;
    this.#valueCount = 0;
    const rank = (index: number) => rankIn(index, scores, hasOedema);
    INDICES.forEach((_, index) => {
      const share = 2 * index;
      this.#readShares(share, rank(index));
      this.#readMean(share + 1, scores[index] ?? Number.NaN);
    });
    this.#readCombined(rank(0), rank(INDICES.length - 1));
  }

  /** Adds the child to its group's sums. */
  addTo(sums: Sums, w: number): void {
    const areChildrenUnits = sums.length === CHILDREN_LENGTH;
    for (let k = 0; k < this.#baseCount; k++) {
      const base = this.#bases[k] ?? 0;
      increase(sums, N + base, 1);
      increase(sums, W + base, w);
      if (areChildrenUnits) increase(sums, WW + base, w * w);
    }
    for (let k = 0; k < this.#valueCount; k++) {
      const estimand = this.#estimands[k] ?? 0;
      const y = this.#values[k] ?? 0;
      const wy = w * y;
      increase(sums, WY + estimand, wy);
      increase(sums, WYY + estimand, wy * y);
      if (areChildrenUnits) {
        increase(sums, WWY + estimand, w * wy);
        increase(sums, WWYY + estimand, wy * wy);
      }
    }
  }

  #readShares(base: number, rank: number): void {
    if (Number.isNaN(rank)) return;
    this.#countIn(base);
    const first = BASES[base]?.estimands[0] ?? 0;
    CUT_OFFS.forEach(({ isBeyond }, cut) => {
      if (isBeyond(rank)) this.#value(first + cut, 1);
    });
  }

  #readMean(base: number, z: number): void {
    if (Number.isNaN(z)) return;
    this.#countIn(base);
    this.#value(BASES[base]?.estimands[0] ?? 0, z);
  }

  #readCombined(ha: number, wh: number): void {
    if (Number.isNaN(ha) || Number.isNaN(wh)) return;
    const base = BASE_COUNT - 1;
    this.#countIn(base);
    const [wasted = 0, overweight = 0] = BASES[base]?.estimands ?? [];
    if (ha < -2 && wh < -2) this.#value(wasted, 1);
    if (ha < -2 && wh > 2) this.#value(overweight, 1);
  }

  #countIn(base: number): void {
    this.#bases[this.#baseCount++] = base;
  }

  #value(estimand: number, y: number): void {
    this.#estimands[this.#valueCount] = estimand;
    this.#values[this.#valueCount++] = y;
  }
}

function increase(sums: Sums, index: number, by: number): void {
  sums[index] = (sums[index] ?? 0) + by;
}
