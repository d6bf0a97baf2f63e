import type { ImportQuestion, SourceCell } from '@crece/imports';

/** Why a file is refused as a whole; the sentence is `imports.refusal.<code>`. */
export type FileRefusal =
  | 'file-empty'
  | 'file-too-large'
  | 'old-excel'
  | 'open-document'
  | 'web-page'
  | 'no-workbook'
  | 'not-a-table'
  | 'workbook-unreadable'
  | 'workbook-too-large'
  | 'workbook-too-many-texts'
  | 'workbook-too-many-cells'
  | 'workbook-long-row'
  | 'encoding-unknown'
  | 'no-rows'
  | 'too-many-rows'
  | 'too-many-columns';

/** A file that cannot be imported as a whole. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal, options?: ErrorOptions) {
    super(refusal, options);
    this.refusal = refusal;
  }
}

/** A blank cell: nothing, blanks, or what an empty cell of a spreadsheet leaves behind. */
export const isBlank = (cell: SourceCell): boolean =>
  cell === null || (typeof cell === 'string' && cell.trim() === '');

/** A row as it is in the file; the header is one of them. */
export interface SourceRow {
  /** Its number as a spreadsheet counts, from 1. */
  readonly row: number;
  readonly cells: readonly SourceCell[];
  /** Whether the row's form is broken, so that its cells are meaningless. */
  readonly isBroken: boolean;
  /** Whether a spreadsheet does not show it. */
  readonly isHidden?: boolean;
}

/** What must be known before any row can be read. */
export type SourceQuestion = Omit<ImportQuestion, 'code'> & {
  readonly code: 'encoding' | 'sheet';
};

/** The sheet of a workbook that is read, and those that hold something and are not. */
export interface SheetNames {
  readonly read: string | null;
  readonly unread: readonly string[];
}
