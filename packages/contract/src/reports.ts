import type { ExportFormat, ReportFormat, ReportType } from '@crece/domain';

// The messages between browser and server about reports and their files.

/** The realtime channel: socket.io namespace; the session's token is in the handshake's `auth`. */
export const CSV_STATUS = '/csvStatus';

/**
 * The client's first message (`room`); the server adds it to the room and answers `Client_ready`.
 */
export interface RoomRequest {
  /** First name, last name and a timestamp of the person: see `socketRoomOf`. */
  readonly room: string;
  readonly src: 'client';
  readonly destSocket: 'startNow';
}

/** `CSV_progress`: first the total amount of work, then the amount done with a short text. */
export type CsvProgress =
  | { readonly maxCount: number }
  | { readonly count: number; readonly text: string };

/** `CSV_complete`. */
export interface CsvComplete {
  readonly fileName: string;
  readonly text: string;
}

/** `CSV_error`. */
export interface CsvError {
  readonly text: string;
}

/** The channel's events by their specified names, in socket.io's typing. */
export interface CsvServerEvents {
  Client_ready: () => void;
  CSV_progress: (progress: CsvProgress) => void;
  CSV_complete: (complete: CsvComplete) => void;
  CSV_error: (error: CsvError) => void;
}

/** The client's events on the channel. */
export interface CsvClientEvents {
  room: (request: RoomRequest) => void;
}

/** Options of an export file; the defaults are in docs/exports.md. */
export interface ExportRequestBody {
  readonly screenings?: 'newest' | 'all';
  /** FHIR: include phone, address, parents and comments of screenings. */
  readonly withContact?: boolean;
  /** DHIS2: number of months before the present one. */
  readonly months?: number;
  /** DHIS2: the mapping file, unparsed. */
  readonly mapping?: unknown;
}

/** The response (202) to the call that starts a report or a conversion. */
export interface ReportStartedBody {
  readonly message: string;
  readonly jobId: string;
}

/** The first rows of a report and the total number; nothing is written. */
export interface ReportPreviewBody {
  /** Titles in the requested language, in the order of the cells; `kind` as in `@crece/reports`. */
  readonly columns: readonly {
    readonly name: string;
    readonly title: string;
    readonly kind: 'text' | 'number' | 'date' | 'answer';
  }[];
  /** Cells as `@crece/reports` makes them, unescaped; at most the requested number of rows. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Number of rows in the whole report. */
  readonly count: number;
  /** Number of children in the units, in the report or not; older servers do not tell it. */
  readonly children?: number;
  /** Units that could not be read: their rows are missing. */
  readonly failedUnits: readonly string[];
  /** Number of unreadable records in the units that could be read. */
  readonly unreadable: number;
}

/**
 * Result of "Convert z-scores": screenings and children's summaries, each with the number checked
 * and the number changed.
 */
export interface ConvertedCounts {
  readonly screenings: number;
  readonly changedScreenings: number;
  readonly children: number;
  readonly changedChildren: number;
  /** Unreadable records, and screenings whose child is missing or unreadable. */
  readonly unreadable: number;
  readonly withoutChild: number;
  /** Records of children with versions in conflict: a person must choose first. */
  readonly waiting: number;
}

/** A person's report: waiting, running, finished with a file, or failed. */
export interface ReportJobBody {
  readonly id: string;
  readonly kind: 'report' | 'convert' | 'export';
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** The parameters of the call that started it. */
  readonly asked: {
    readonly stakeDB: string;
    readonly stakeName: string;
    readonly cCode: string;
    readonly scopeType: string;
    readonly csvType?: ReportType;
    readonly language?: string;
    readonly monthSelect?: number;
    readonly format?: ReportFormat;
    readonly exportFormat?: ExportFormat;
  };
  readonly createdAt: string;
  readonly finishedAt?: string;
  /** Progress: units of work done, and total. */
  readonly count: number;
  readonly maxCount: number;
  /** Set for a finished report. */
  readonly fileName?: string;
  readonly bytes?: number;
  readonly rows?: number;
  /** When the file is deleted; the file is gone when `fileName` is absent. */
  readonly expiresAt?: string;
  /** A text for a person: why it failed, or which units are missing in a finished report. */
  readonly text?: string;
  readonly failedUnits?: readonly string[];
  /** For a conversion: the counts so far, or the final ones. */
  readonly converted?: ConvertedCounts;
}

/** GET: the reports of the account, the newest first. */
export interface ReportJobsBody {
  readonly jobs: readonly ReportJobBody[];
}

/** POST: a ticket for one download of a file (one use, 60 s, this account, this file). */
export interface FileTicketBody {
  readonly ticket: string;
}

/**
 * The socket.io room for a person's progress: first name, last name and a timestamp, as specified.
 * Characters other than letters and digits become hyphens, so that the name can be part of an
 * address.
 */
export function socketRoomOf(
  user: { readonly firstName: string; readonly lastName: string },
  now: Date,
): string {
  const plain = (name: string) =>
    name
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .slice(0, 40);
  return `${plain(user.firstName)}${plain(user.lastName)}${now.getTime()}`;
}
