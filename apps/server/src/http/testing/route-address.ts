import type { AccessEntry } from '../declared-access.ts';

/** What a call in a test is about. */
export interface Target {
  readonly stakeDB: string;
  readonly countryCode: string;
  readonly accountId: string;
}

/** Bodies for calls that check the form before the account; the others take an empty body. */
export const BODIES: Readonly<Record<string, object>> = {
  'PUT /api/users/:userId': { firstName: 'Ana', lastName: 'López', roles: ['user'] },
  'POST /api/role-requests/:userId': { grant: false },
  'POST /api/kept-long': { years: 3, seen: {} },
  'POST /api/users/:userId/erasure': { why: 'asked' },
  'POST /api/referral': { slip: '0123456789ABCDEF', outcome: 'seen', day: '2026-11-28' },
};

/** Values for parameters in addresses; a parameter without a value fails the run. */
const PARAMETERS: Readonly<Record<string, (target: Target) => string>> = {
  userId: ({ accountId }) => accountId,
  name: () => 'nothing.webp',
  sessionId: () => 'nothing',
  token: () => 'x'.repeat(43),
  provider: () => 'google',
  stakeDB: ({ stakeDB }) => stakeDB,
  stakeName: () => 'Name',
  cCode: ({ countryCode }) => countryCode,
  childId: ({ stakeDB }) => `chld_${stakeDB}_1748880000000_k3f09z`,
  id: () => 'nothing',
  jobId: () => 'nothing',
  fileName: () => 'nothing.csv',
  scopeType: () => 'stake',
  sortField: () => 'firstName',
  language: () => 'en',
  csvType: () => 'all',
  monthSelect: () => '6',
  exportFormat: () => 'anthro',
  '*': () => 'nothing/at/all.js',
};

/** A call as the tables name it; a HEAD has the right of its GET. */
export const routeOf = ({ method, url }: AccessEntry): string =>
  `${method === 'HEAD' ? 'GET' : method} ${url}`;

/** The address of a route for a target. */
export const addressOf = (url: string, target: Target): string =>
  url.replace(/:(\w+)|(\*)/g, (_, name: string | undefined) => {
    const parameter = PARAMETERS[name ?? '*'];
    if (parameter === undefined) throw new Error(`no value for ${name} of ${url}`);
    return parameter(target);
  });
