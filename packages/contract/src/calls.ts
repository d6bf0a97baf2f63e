import { ACCOUNTS_CALLS } from './accounts-calls.ts';
import { ADMINISTRATION_CALLS } from './administration-calls.ts';
import { DESK_CALLS } from './desk-calls.ts';
import { JOBS_CALLS } from './jobs-calls.ts';
import { REFERRAL_CALLS } from './referral-calls.ts';
import { SERVER_CALLS } from './server-calls.ts';
import { UNITS_CALLS } from './units-calls.ts';

/**
 * Every call but those of the gateway: its method, its address, and the schemas of what is sent and
 * answered. A route of the server adds who may make it and what it does.
 */
export const CALLS = {
  ...ACCOUNTS_CALLS,
  ...ADMINISTRATION_CALLS,
  ...DESK_CALLS,
  ...JOBS_CALLS,
  ...REFERRAL_CALLS,
  ...UNITS_CALLS,
  ...SERVER_CALLS,
} as const;
