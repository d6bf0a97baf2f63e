// What browser and server say to each other about files that are imported.

/** The field of the form that carries the file. */
export const UPLOAD_FIELD = 'key';

/** Largest file that is taken. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;

/**
 * The query of `POST /api/children/upload/:stakeDB`. Without `dryRun=true` the call imports. Answers
 * to questions are those of `ImportQuestionBody`; `mapping` is JSON, header to field (`''`: not read).
 * `upload`, the id of an earlier answer, takes the place of the file: it is not sent again.
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
  readonly mapping?: string;
}

/** A finding of a row: `imports.finding.<code>` is its sentence. */
export interface ImportFindingBody {
  readonly code: string;
  readonly level: 'reject' | 'warn';
  /** The field, and the header of its column in the file. */
  readonly field?: string;
  readonly column?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A row with what becomes of it; rows count from 1, the header being the first. */
export interface ImportRowBody {
  readonly row: number;
  readonly outcome: 'created' | 'updated' | 'duplicate' | 'rejected';
  readonly findings: readonly ImportFindingBody[];
}

/** Something that the file does not tell, asked once: `imports.question.<code>` is its sentence. */
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
}

/** Why no row can be read by the columns: `imports.column.<code>` is its sentence. */
export interface ImportColumnProblemBody {
  readonly code: string;
  readonly field?: string;
  readonly headers?: readonly string[];
}

/** What a file came to. Only `imported` has written anything. */
export interface ImportResultBody {
  /**
   * `refused`: the file as a whole, see `refusal` (`imports.refusal.<code>`); `columns`: see
   * `problems`; `questions`: they are to be answered first; `checked`: a dry run; `undone`: the import
   * was taken back.
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
  readonly questions: readonly ImportQuestionBody[];
  /** The first rows with findings, refused ones first. */
  readonly findings: readonly ImportRowBody[];
  /** Rows with findings in all; the whole list is the job's file. */
  readonly rowsWithFindings: number;
  /** Of an import that was taken back: children that went back, and those that stay, changed since. */
  readonly undone?: { readonly children: number; readonly kept: readonly string[] };
}

/** An import, or the undoing of one, as a job of its account. */
export interface ImportBody {
  readonly id: string;
  readonly stakeDB: string;
  readonly dryRun: boolean;
  /** The import that this job takes back. */
  readonly undoOf?: string;
  readonly state: 'running' | 'finished' | 'failed';
  /** Why it failed: `reports.failure.<code>`. */
  readonly code?: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly count: number;
  readonly maxCount: number;
  /** The uploaded file may be named again by this id for a day. */
  readonly upload?: string;
  /** The room of `/csvStatus` in which it is told. */
  readonly room?: string;
  /** All findings as CSV, to be had like the file of a report. */
  readonly fileName?: string;
  /** Absent while it is running. */
  readonly result?: ImportResultBody;
}

/** GET: the imports of the account, the newest first; dry runs are left out. */
export interface ImportsBody {
  readonly imports: readonly ImportBody[];
}
