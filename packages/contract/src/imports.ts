// The messages between browser and server about imported files.

/** The form field that contains the file. */
export const UPLOAD_FIELD = 'key';

/** Maximum size of an uploaded file. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;

/**
 * The query of `POST /api/children/upload/:stakeDB`. Without `dryRun=true` the call imports.
 * Answers to questions are those of `ImportQuestionBody`; `mapping` is JSON, header or place (`#1`)
 * to field (`''`: ignore the column). `upload`, the id in an earlier response, replaces the file, which is then not
 * sent again.
 */
export interface UploadQuery {
  readonly dryRun?: 'true' | 'false';
  readonly language?: string;
  readonly socketRoomId?: string;
  readonly upload?: string;
  readonly encoding?: string;
  readonly dateOrder?: string;
  readonly muacUnit?: string;
  readonly weightUnit?: string;
  readonly heightUnit?: string;
  readonly letterM?: string;
  /** `correction` or `second`: rows whose child has another screening of that day. */
  readonly sameDay?: string;
  /** The sheet of a workbook. */
  readonly sheet?: string;
  /** `headings` or `data`: what the first row holds. */
  readonly firstRow?: string;
  readonly mapping?: string;
}

/** A finding about a row; its sentence is `imports.finding.<code>`. */
export interface ImportFindingBody {
  readonly code: string;
  readonly level: 'reject' | 'warn';
  /** The field, and the header of its column in the file. */
  readonly field?: string;
  readonly column?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A row and the action for it; rows are numbered from 1, the header being row 1. */
export interface ImportRowBody {
  readonly row: number;
  readonly outcome: 'created' | 'updated' | 'duplicate' | 'rejected';
  readonly findings: readonly ImportFindingBody[];
}

/** Information that the file lacks, asked once; its sentence is `imports.question.<code>`. */
export interface ImportQuestionBody {
  readonly code: string;
  readonly options: readonly string[];
  readonly count: number;
  readonly examples: readonly { readonly row: number; readonly text: string }[];
}

/** A column of the file; `by` tells how it was recognised. */
export interface ImportColumnBody {
  readonly header: string;
  readonly field: string | null;
  readonly by: 'report' | 'name' | 'mapping' | 'derived' | 'unknown';
  /** Its first cells. */
  readonly examples?: readonly string[];
}

/** A row of the file as it was understood; what it does not say is absent. */
export interface ImportSampleBody {
  readonly row: number;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly gender?: 'Boy' | 'Girl';
  readonly birthDate?: string;
  readonly birthDateEstimated?: boolean;
  readonly surveyDate?: string;
  readonly weight?: number;
  readonly height?: number;
  readonly muac?: number;
  readonly oedema?: boolean;
}

type ChangedValue = string | number | boolean | null;

/** What a row changes in stored records, field by field; null: no value. */
export interface ImportChangeBody {
  readonly row: number;
  /** The child's name in the file. */
  readonly name: string;
  readonly fields: readonly {
    readonly field: string;
    readonly from: ChangedValue;
    readonly to: ChangedValue;
  }[];
}

/** Why the columns do not allow reading any row; its sentence is `imports.column.<code>`. */
export interface ImportColumnProblemBody {
  readonly code: string;
  readonly field?: string;
  readonly headers?: readonly string[];
}

/** The result of a file. Only `imported` has written anything. */
export interface ImportResultBody {
  /**
   * `refused`: the whole file, see `refusal` (`imports.refusal.<code>`); `columns`: see `problems`;
   * `questions`: must be answered first; `checked`: a dry run; `undone`: the import was undone.
   */
  readonly status: 'refused' | 'columns' | 'questions' | 'checked' | 'imported' | 'undone';
  readonly refusal?: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly columns: readonly ImportColumnBody[];
  readonly problems: readonly ImportColumnProblemBody[];
  /**
   * With the status `checked`, a question that the stored records raise; without its answer the
   * rows are refused.
   */
  readonly questions: readonly ImportQuestionBody[];
  /** The first rows with findings, refused ones first. */
  readonly findings: readonly ImportRowBody[];
  /** Total number of rows with findings; the complete list is the job's file. */
  readonly rowsWithFindings: number;
  // Absent in results of an earlier version:
  /** The sheet of the workbook that was read, and those that hold something and were not. */
  readonly sheet?: string;
  readonly otherSheets?: readonly string[];
  /** Texts of the rows above the headings, which are not read. */
  readonly above?: readonly string[];
  /** Rows of new children whose names another child has. */
  readonly namesakes?: number;
  /** The first five rows as they were understood. */
  readonly sample?: readonly ImportSampleBody[];
  /** The first rows that change something. */
  readonly changes?: readonly ImportChangeBody[];
  /** How many rows change each field. */
  readonly changedFields?: Readonly<Record<string, number>>;
  /**
   * For an undone import: number of restored children, and the children left because they changed
   * since.
   */
  readonly undone?: { readonly children: number; readonly kept: readonly string[] };
}

/** An import, or the undoing of one, as a job of its account. */
export interface ImportBody {
  readonly id: string;
  readonly stakeDB: string;
  readonly dryRun: boolean;
  /** The import that this job undoes. */
  readonly undoOf?: string;
  readonly state: 'running' | 'finished' | 'failed';
  /** It waits for another import into the same unit. */
  readonly waiting?: true;
  /** Why it failed; the sentence is `reports.failure.<code>`. */
  readonly code?: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly count: number;
  readonly maxCount: number;
  /** Id of the uploaded file, valid for one day in later requests. */
  readonly upload?: string;
  /** The room of `/csvStatus` for its progress. */
  readonly room?: string;
  /** A CSV file with all findings, downloaded like the file of a report. */
  readonly fileName?: string;
  /** Absent while it is running. */
  readonly result?: ImportResultBody;
}

/** GET: the imports of the account, the newest first, without dry runs. */
export interface ImportsBody {
  readonly imports: readonly ImportBody[];
}
