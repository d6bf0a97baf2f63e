import { z } from 'zod';
import { REFUSED } from './errors.ts';
import { exportParams, exportRequest } from './exports.ts';
import { fileQuery, fileTicketBody } from './files.ts';
import { importBody, importsBody, uploadedBody, uploadQuery } from './imports.ts';
import { fileParams, jobParams, unitParams } from './params.ts';
import { API_PATHS } from './paths.ts';
import {
  convertParams,
  previewQuery,
  reportJobBody,
  reportJobsBody,
  reportParams,
  reportPreviewBody,
  reportQuery,
  reportStartedBody,
  roomQuery,
} from './reports.ts';

/** Calls about long work and what it leaves: reports, exports, conversion, imports, files. */
export const JOBS_CALLS = {
  convert: {
    method: 'GET',
    url: API_PATHS.convert,
    schema: {
      summary: 'Begins "Convert z-scores"; progress is told in the room',
      params: convertParams,
      querystring: roomQuery,
      response: { 202: reportStartedBody, ...REFUSED },
    },
  },
  export: {
    method: 'POST',
    url: API_PATHS.export,
    schema: {
      summary: 'Begins a file for other programs (WHO Anthro, FHIR R4, DHIS2)',
      params: exportParams,
      querystring: roomQuery,
      body: exportRequest,
      response: { 202: reportStartedBody, ...REFUSED },
    },
  },
  fileTicket: {
    method: 'POST',
    url: API_PATHS.fileTicket,
    schema: {
      summary: 'A ticket for one download of a file, for 60 seconds',
      params: fileParams,
      response: { 200: fileTicketBody, ...REFUSED },
    },
  },
  file: {
    method: 'GET',
    url: API_PATHS.file,
    schema: {
      summary: 'The file of a finished job, with the token or a ticket; else the application',
      params: fileParams,
      querystring: fileQuery,
      response: REFUSED,
    },
  },
  upload: {
    method: 'POST',
    url: API_PATHS.upload,
    schema: {
      summary: 'Checks (dryRun=true) or imports a file; the answer is the account with `import`',
      params: unitParams,
      querystring: uploadQuery,
      response: { 200: uploadedBody, ...REFUSED },
    },
  },
  imports: {
    method: 'GET',
    url: API_PATHS.imports,
    schema: {
      summary: 'One’s own imports, the newest first, without dry runs',
      response: { 200: importsBody, ...REFUSED },
    },
  },
  import: {
    method: 'GET',
    url: API_PATHS.import,
    schema: {
      summary: 'An import, or a dry run, as it is now',
      params: jobParams,
      response: { 200: importBody, ...REFUSED },
    },
  },
  undoImport: {
    method: 'POST',
    url: API_PATHS.importUndo,
    schema: {
      summary: 'Takes an import back as a whole; children changed since stay and are named',
      params: jobParams,
      response: { 200: importBody, ...REFUSED },
    },
  },
  reportJobs: {
    method: 'GET',
    url: API_PATHS.reportJobs,
    schema: {
      summary: 'One’s own reports, the newest first',
      response: { 200: reportJobsBody, ...REFUSED },
    },
  },
  reportJob: {
    method: 'GET',
    url: API_PATHS.reportJob,
    schema: {
      summary: 'One of them',
      params: jobParams,
      response: { 200: reportJobBody, ...REFUSED },
    },
  },
  deleteReportJob: {
    method: 'DELETE',
    url: API_PATHS.reportJob,
    schema: {
      summary: 'Stops it while it runs; afterwards deletes its file and forgets it',
      params: jobParams,
      response: { 204: z.null(), ...REFUSED },
    },
  },
  report: {
    method: 'GET',
    url: API_PATHS.report,
    schema: {
      summary: 'Begins a report; progress is told in the room, the file is for its owner',
      params: reportParams,
      querystring: reportQuery,
      response: { 202: reportStartedBody, ...REFUSED },
    },
  },
  reportPreview: {
    method: 'GET',
    url: API_PATHS.reportPreview,
    schema: {
      summary: 'The first rows of a report and how many there are; nothing is written',
      params: reportParams,
      querystring: previewQuery,
      response: { 200: reportPreviewBody, ...REFUSED },
    },
  },
} as const;
