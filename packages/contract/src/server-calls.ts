import { z } from 'zod';
import { configResponse, healthResponse, localEchoBody, readyResponse } from './config.ts';
import { REFUSED } from './errors.ts';
import { localBackupBody } from './local-backup.ts';
import { API_PATHS } from './paths.ts';
import { serverStateBody } from './server-state.ts';

/** Calls about the server itself. */
export const SERVER_CALLS = {
  health: {
    method: 'GET',
    url: API_PATHS.health,
    schema: {
      summary: 'That the process lives, and its version',
      response: { 200: healthResponse, ...REFUSED },
    },
  },
  config: {
    method: 'GET',
    url: API_PATHS.config,
    schema: {
      summary: 'What the application must know before anybody signs in',
      response: { 200: configResponse, ...REFUSED },
    },
  },
  ready: {
    method: 'GET',
    url: API_PATHS.ready,
    schema: {
      summary: 'Whether the server can do its work, and what an operator should see to',
      response: { 200: readyResponse, 503: readyResponse, ...REFUSED },
    },
  },
  metrics: {
    method: 'GET',
    url: API_PATHS.metrics,
    schema: {
      summary: 'Figures for Prometheus: for this machine, or with CRECE_METRICS_TOKEN',
      response: { 200: z.string(), ...REFUSED },
    },
  },
  serverState: {
    method: 'GET',
    url: API_PATHS.serverState,
    schema: {
      summary: 'Which build runs, damaged units, mails that wait, room and backups',
      response: { 200: serverStateBody, ...REFUSED },
    },
  },
  localEcho: {
    method: 'POST',
    url: API_PATHS.localEcho,
    schema: {
      summary: 'What arrives of a request, for `crece doctor` on this machine',
      response: { 200: localEchoBody, ...REFUSED },
    },
  },
  localBackup: {
    method: 'POST',
    url: API_PATHS.localBackup,
    schema: {
      summary:
        'A backup that the server makes, for `crece backup` on this machine: a line for each step',
      body: localBackupBody,
      response: { 200: z.string(), ...REFUSED },
    },
  },
} as const;
