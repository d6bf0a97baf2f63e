import { ACCOUNTS_CALLS } from './calls/accounts.ts';
import { ADMINISTRATION_CALLS } from './calls/administration.ts';
import { DESK_CALLS } from './calls/desk.ts';
import { JOBS_CALLS } from './calls/jobs.ts';
import { SERVER_CALLS } from './calls/server.ts';
import { UNITS_CALLS } from './calls/units.ts';

/**
 * Every call but those of the gateway: its method, its address, and the schemas of what is sent and
 * answered. A route of the server adds who may make it and what it does.
 */
export const CALLS = {
  ...ACCOUNTS_CALLS,
  ...ADMINISTRATION_CALLS,
  ...DESK_CALLS,
  ...JOBS_CALLS,
  ...UNITS_CALLS,
  ...SERVER_CALLS,
} as const;
