import { monthsOf } from '../exact/exact-rules.ts';
import { isPastStandards, usableScores } from './child-scores.ts';
import { groupNamesOf, missingGroupings } from './groups.ts';
import { ChildValues, forgetWeights, type Sums, SumsStore } from './sums.ts';
import type { Grouping, SurveyRecord } from './survey-record.ts';

/** A cluster of a stratum, or all children of a stratum without a known cluster. */
export interface ClusterCell {
  readonly stratum: string;
  readonly cluster: string;
  /** All children of the cell, in any group, with or without a usable value. */
  records: number;
  /** Those with a weight above zero. */
  weighted: number;
  readonly groups: Map<string, Sums>;
  /** Groupings that some child of the cell lacks. */
  readonly missing: Set<Grouping>;
}

/** The cells that count, and the properties of the design. */
export interface TalliedDesign {
  readonly cells: readonly ClusterCell[];
  readonly hasClusters: boolean;
  readonly hasStrata: boolean;
}

/** Adds up a survey record by record; memory grows with clusters and groups, not with records. */
export class Tally {
  readonly #cells = new Map<string, Map<string, ClusterCell>>();
  readonly #values = new ChildValues();
  readonly #store = new SumsStore();
  #isWeighted = false;

  /** Adds a child; ignores one that is older than the standards. */
  add(record: SurveyRecord): void {
    if (isPastStandards(record)) return;
    const { ageDays = Number.NaN, ageMonths = Number.NaN } = record;
    const w = this.#weightOf(record);
    const cell = this.#cellOf(record);
    cell.records += 1;
    if (w > 0) cell.weighted += 1;
    for (const grouping of missingGroupings(record)) cell.missing.add(grouping);

    this.#values.read(usableScores(record).z, record.oedema === true);
    for (const name of groupNamesOf(record, monthsOf(ageDays, ageMonths))) {
      let sums = cell.groups.get(name);
      if (sums === undefined) {
        sums = this.#store.open(cell.cluster === '');
        cell.groups.set(name, sums);
      }
      this.#values.addTo(sums, w);
    }
  }

  /**
   * The cells that count: when any child has a cluster (or stratum), children without one are
   * excluded.
   */
  design(): TalliedDesign {
    const all = this.#allCells();
    const hasClusters = all.some(({ cluster }) => cluster !== '');
    const hasStrata = all.some(({ stratum }) => stratum !== '');
    const cells = all.filter(
      ({ cluster, stratum }) => !(hasClusters && cluster === '') && !(hasStrata && stratum === ''),
    );
    return { cells, hasClusters, hasStrata };
  }

  #allCells(): ClusterCell[] {
    return [...this.#cells.values()].flatMap((clusters) => [...clusters.values()]);
  }

  /**
   * Weights are used from the first child that has one. Children before it counted 1 until then;
   * from now on their weight is missing and counts as 0.
   */
  #weightOf({ samplingWeight }: SurveyRecord): number {
    const isGiven =
      samplingWeight !== undefined && samplingWeight >= 0 && Number.isFinite(samplingWeight);
    if (isGiven && !this.#isWeighted) {
      this.#isWeighted = true;
      for (const cell of this.#allCells()) {
        cell.weighted = 0;
        for (const sums of cell.groups.values()) forgetWeights(sums);
      }
    }
    if (!this.#isWeighted) return 1;
    return isGiven ? samplingWeight : 0;
  }

  #cellOf({ cluster = '', stratum = '' }: SurveyRecord): ClusterCell {
    let clusters = this.#cells.get(stratum);
    if (clusters === undefined) {
      clusters = new Map();
      this.#cells.set(stratum, clusters);
    }
    let cell = clusters.get(cluster);
    if (cell === undefined) {
      cell = { stratum, cluster, records: 0, weighted: 0, groups: new Map(), missing: new Set() };
      clusters.set(cluster, cell);
    }
    return cell;
  }
}
