/** z-scores have two decimals and, when plausible, lie within ±6. */
const PER_UNIT = 100;
const LARGEST = 600;

/**
 * Counts of z-scores by hundredths: the exact distribution in bounded memory. Only the scores that
 * occur take room: the desk opens hundreds of histograms for each country, most of a few children.
 */
export class ZHistogram {
  readonly #counts = new Map<number, number>();

  /** Counts a z-score of two decimals within ±6, once or several times; others are left out. */
  add(z: number, times = 1): void {
    const bin = Math.round(z * PER_UNIT);
    if (Math.abs(bin) <= LARGEST) this.#counts.set(bin, (this.#counts.get(bin) ?? 0) + times);
  }

  /** The counted z-scores in hundredths, each with its count, the lowest first. */
  hundredths(): readonly (readonly [hundredths: number, count: number])[] {
    return [...this.#counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  }

  /** The moments of the scores from `low` to `high`, both included. */
  moments(low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY): Moments {
    const bins = this.hundredths()
      .map(([bin, count]) => [bin / PER_UNIT, count] as const)
      .filter(([z]) => z >= low && z <= high);
    const n = bins.reduce((sum, [, count]) => sum + count, 0);
    const mean = bins.reduce((sum, [z, count]) => sum + z * count, 0) / n;
    const central = (power: number) =>
      bins.reduce((sum, [z, count]) => sum + (z - mean) ** power * count, 0);
    const squares = central(2);
    const isSpread = n > 1 && squares > 0;
    return {
      n,
      mean: n > 0 ? mean : null,
      deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : null,
      skewness: isSpread ? (Math.sqrt(n) * central(3)) / squares ** 1.5 : null,
      kurtosis: isSpread ? (n * central(4)) / squares ** 2 - 3 : null,
    };
  }
}

/** The moments of a distribution; null when there are too few scores. */
export interface Moments {
  readonly n: number;
  readonly mean: number | null;
  /** Sample standard deviation, dividing by n − 1. */
  readonly deviation: number | null;
  /** g1, the third central moment over the 1.5th power of the second (Fisher). */
  readonly skewness: number | null;
  /** g2, the fourth central moment over the square of the second, minus 3: 0 for a normal curve. */
  readonly kurtosis: number | null;
}
