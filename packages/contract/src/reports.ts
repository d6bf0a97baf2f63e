import type { ExportFormat, ReportFormat, ReportType } from '@crece/domain';

// What browser and server say to each other about reports and their files.

/** The realtime channel: socket.io namespace; the session's token goes into the handshake's `auth`. */
export const CSV_STATUS = '/csvStatus';

/** What the client sends to begin (`room`); the server joins it to the room and answers `Client_ready`. */
export interface RoomRequest {
  /** First name, last name and a timestamp of whoever asks: see `socketRoomOf`. */
  readonly room: string;
  readonly src: 'client';
  readonly destSocket: 'startNow';
}

/** `CSV_progress`: first how much there is to do, then how far it is and a word about it. */
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

/** The events of the channel by their specified names, as socket.io wants them typed. */
export interface CsvServerEvents {
  Client_ready: () => void;
  CSV_progress: (progress: CsvProgress) => void;
  CSV_complete: (complete: CsvComplete) => void;
  CSV_error: (error: CsvError) => void;
}

/** What the client emits on the channel. */
export interface CsvClientEvents {
  room: (request: RoomRequest) => void;
}

/** What a file for other programs holds; what is absent is as in docs/exports.md. */
export interface ExportRequestBody {
  readonly screenings?: 'newest' | 'all';
  /** FHIR: also phone, address, parents and comments of screenings. */
  readonly withContact?: boolean;
  /** DHIS2: that many months before the present one. */
  readonly months?: number;
  /** DHIS2: the mapping file as it is. */
  readonly mapping?: unknown;
}

/** The answer (202) to the call that begins a report or a conversion. */
export interface ReportStartedBody {
  readonly message: string;
  readonly jobId: string;
}

/** The first rows of a report and how many there are; nothing is written. */
export interface ReportPreviewBody {
  /** Titles in the language asked for, in the order of the cells; `kind` as in `@crece/reports`. */
  readonly columns: readonly {
    readonly name: string;
    readonly title: string;
    readonly kind: 'text' | 'number' | 'date' | 'answer';
  }[];
  /** Cells as `@crece/reports` makes them, unescaped; at most as many rows as asked for. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** How many rows the whole report has. */
  readonly count: number;
  /** Units that could not be read: their rows are missing here. */
  readonly failedUnits: readonly string[];
  /** Records that could not be read in the units that could. */
  readonly unreadable: number;
}

/**
 * What "Convert z-scores" did: screenings and children's summaries, each counted as looked at or changed;
 * the rest was left as it is.
 */
export interface ConvertedCounts {
  readonly screenings: number;
  readonly changedScreenings: number;
  readonly children: number;
  readonly changedChildren: number;
  /** Records that cannot be read, and screenings whose child is not there or cannot be read. */
  readonly unreadable: number;
  readonly withoutChild: number;
  /** Records of children of whom a record has several versions: a person chooses first. */
  readonly waiting: number;
}

/** A person's report: waiting or running, finished with a file, or failed. */
export interface ReportJobBody {
  readonly id: string;
  readonly kind: 'report' | 'convert' | 'export';
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** What the call that began it asked for. */
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
  /** How far it is: units of work done, and of how many. */
  readonly count: number;
  readonly maxCount: number;
  /** Of a finished report. */
  readonly fileName?: string;
  readonly bytes?: number;
  readonly rows?: number;
  /** When the file is deleted; it is gone when `fileName` is absent. */
  readonly expiresAt?: string;
  /** Why it failed, and which units are missing in a finished one, for a person to read. */
  readonly text?: string;
  readonly failedUnits?: readonly string[];
  /** Of a conversion: so far, or in the end. */
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
 * The room that a person's progress is told in: first name, last name and a timestamp, as specified;
 * what is neither letter nor digit becomes a hyphen, so that it can stand in an address.
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
