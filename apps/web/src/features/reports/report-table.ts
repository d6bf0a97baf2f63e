import type { Row } from '@crece/reports';

/** The first rows of a report, from the server or from this device. */
export interface ReportTable {
  readonly columns: readonly {
    readonly name: string;
    readonly title: string;
    readonly kind: 'text' | 'number' | 'date' | 'answer';
  }[];
  readonly rows: readonly Row[];
  /** Number of rows in the whole report. */
  readonly count: number;
  /** Number of children in the units; undefined when the server did not tell. */
  readonly children?: number | undefined;
  /** Units that could not be read. */
  readonly failedUnits: readonly string[];
  /** Number of records that could not be read, or whose child is missing. */
  readonly unreadable: number;
  /** The number of the programme's settings by which the server made it; absent: as on this device. */
  readonly settings?: number | undefined;
}
