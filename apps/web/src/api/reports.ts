import {
  API_PATHS,
  type ExportRequest,
  type FileTicketBody,
  type ReportJobBody,
  type ReportJobsBody,
  type ReportPreviewBody,
  type ReportStartedBody,
} from '@crece/contract';
import type {
  ExportFormat,
  ReportFormat,
  ReportMonths,
  ReportScope,
  ReportSort,
  ReportType,
  RetiredUnits,
} from '@crece/domain';
import type { Language } from '@crece/messages';
import { call, callFile, callForStatus, pathOf } from './http.ts';
import { patiently } from './patience.ts';
import { isBody, isObject, type Needed, readBody } from './session-calls.ts';

/** Time limit: the first rows may need all units of all countries. */
const PREVIEW_LIMIT_MS = 120_000;
/** Time limit for a whole file. */
const FILE_LIMIT_MS = 120_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The fields of a unit that its calls name. */
interface UnitCalled {
  stakeDB: string;
  stakeName: string;
  countryCode?: string;
}

/** The parameters of a report besides its unit. */
export interface ReportAsk {
  type: ReportType;
  scope: ReportScope;
  sort: ReportSort;
  months: ReportMonths;
  language: Language;
  /** Whether a report of several units has those that have ended. */
  retired: RetiredUnits;
}

function paramsOf(unit: UnitCalled, { scope, sort, language, type, months }: ReportAsk) {
  return {
    stakeDB: unit.stakeDB,
    cCode: unit.countryCode ?? '-',
    scopeType: scope,
    sortField: sort,
    language,
    csvType: type,
    monthSelect: String(months),
  };
}

/** The server's response to starting a job; only status 202 is success. */
export interface Begun {
  status: number;
  message: string;
  jobId: string | null;
}

function begunOf({ status, body }: { status: number; body: unknown }): Begun {
  const { message, jobId } = (isObject(body) ? body : {}) as Partial<ReportStartedBody>;
  return { status, message: message ?? '', jobId: isText(jobId) ? jobId : null };
}

/**
 * Starts a report whose progress is sent to `room`; throws `HttpError`, which the caller must show.
 */
export const beginReport = async (
  unit: UnitCalled,
  ask: ReportAsk,
  { format, room }: { format: ReportFormat; room: string },
): Promise<Begun> =>
  begunOf(
    await callForStatus(pathOf(API_PATHS.report, paramsOf(unit, ask)), {
      query: { stakeName: unit.stakeName, socketRoomId: room, format, retired: ask.retired },
    }),
  );

/** Starts an export file, like `beginReport`. */
export const beginExport = async (
  unit: UnitCalled,
  { scope }: Pick<ReportAsk, 'scope'>,
  { format, room, body }: { format: ExportFormat; room: string; body: ExportRequest },
): Promise<Begun> =>
  begunOf(
    await callForStatus(
      pathOf(API_PATHS.export, {
        stakeDB: unit.stakeDB,
        cCode: unit.countryCode ?? '-',
        scopeType: scope,
        exportFormat: format,
      }),
      { method: 'POST', body, query: { socketRoomId: room } },
    ),
  );

/** Starts "Convert z-scores" of a unit, like `beginReport`. */
export const beginConvert = async (unit: UnitCalled, room: string): Promise<Begun> =>
  begunOf(
    await callForStatus(
      pathOf(API_PATHS.convert, {
        stakeDB: unit.stakeDB,
        stakeName: unit.stakeName,
        cCode: unit.countryCode ?? '-',
        scopeType: 'stake',
      }),
      { query: { socketRoomId: room } },
    ),
  );

/** The first rows of a report and the total number; throws `HttpError`. */
export async function fetchPreview(
  unit: UnitCalled,
  ask: ReportAsk,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<ReportPreviewBody> {
  const options = {
    background: true,
    query: { limit, retired: ask.retired },
    timeLimitMs: PREVIEW_LIMIT_MS,
    ...(signal === undefined ? {} : { signal }),
  };
  const path = pathOf(API_PATHS.reportPreview, paramsOf(unit, ask));
  const raw = await patiently(() => call(path, options), signal);
  return readBody<ReportPreviewBody>(raw, {
    columns: 'list',
    rows: 'list',
    count: 'number',
    failedUnits: 'list',
  });
}

const NEEDED_OF_JOB: Needed<ReportJobBody> = {
  id: 'string',
  state: 'string',
  createdAt: 'string',
  asked: 'object',
};

/** One's own reports, the newest first; throws `HttpError`. */
export async function fetchJobs(signal?: AbortSignal): Promise<readonly ReportJobBody[]> {
  const raw = await call(API_PATHS.reportJobs, {
    background: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const { jobs } = readBody<ReportJobsBody>(raw, { jobs: 'list' });
  return jobs.filter((job) => isBody(job, NEEDED_OF_JOB));
}

/** The present state of one report. */
export async function fetchJob(jobId: string): Promise<ReportJobBody> {
  const raw = await call(pathOf(API_PATHS.reportJob, { jobId }), { background: true });
  return readBody(raw, NEEDED_OF_JOB);
}

/** Stops a report, or deletes its file. */
export const deleteJob = (jobId: string) =>
  callForStatus(pathOf(API_PATHS.reportJob, { jobId }), { method: 'DELETE' });

/** A ticket for one download of one's own file. */
async function fetchTicket(fileName: string): Promise<string> {
  const raw = await call(pathOf(API_PATHS.fileTicket, { fileName }), {
    method: 'POST',
    body: {},
    background: true,
  });
  return readBody<FileTicketBody>(raw, { ticket: 'string' }).ticket;
}

/** The address of a file's page, which checks the role and starts the download. */
export const filePath = (fileName: string) => pathOf(API_PATHS.file, { fileName });

/** The content of a finished file, for sharing it; throws `HttpError`. */
export const fetchFile = (fileName: string): Promise<Blob> =>
  callFile(filePath(fileName), { timeLimitMs: FILE_LIMIT_MS });

/** Requests a ticket and starts the browser's download; throws `HttpError`. */
export async function downloadFile(fileName: string): Promise<void> {
  const ticket = await fetchTicket(fileName);
  const link = document.createElement('a');
  link.href = `${filePath(fileName)}?${new URLSearchParams({ ticket })}`;
  link.download = fileName;
  link.click();
}
