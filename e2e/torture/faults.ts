import {
  type Fault,
  type FaultPlan,
  type SeenRequest,
  signInPage,
} from '../../packages/storage/src/testing/node/fault-proxy.ts';
import { leapOnServer } from './leaps.ts';
import { pickOf, type Random, weighted } from './random.ts';
import { OTHER_UNIT, UNIT } from './scene.ts';
import type { Member, UnitServer } from './unit-server.ts';

const KINDS = {
  none: 30,
  'cut-request': 12,
  'lose-answer': 16,
  'cut-answer': 16,
  'kill-server': 4,
  'kill-in-the-middle': 4,
  'server-error': 8,
  'take-role-away': 4,
  delay: 8,
  'sign-in-page': 8,
  'empty-object': 6,
  'old-feed': 6,
  'body-limit': 6,
  leap: 8,
  'other-place': 6,
  'other-unit': 6,
} as const;
type Kind = keyof typeof KINDS;

const SYNC_ADDRESS = /^\/sync\//;
/** Typical number of requests of a run that sends and receives. */
const REQUESTS_OF_A_RUN = 9;

/** Status codes with which sign-in pages and proxies answer instead of the server. */
const FOREIGN_STATUS = [200, 400, 401, 403, 404, 413, 511] as const;
/** The addresses where a false `{}` is most dangerous, and all addresses. */
const ADDRESSES = [/_revs_diff/, /_bulk_docs/, /_changes/, /./] as const;
/** The size of some records in one request. */
const SMALL_BODY = 6_000;

export interface PlannedFault {
  kind: Kind;
  plan?: FaultPlan;
  /** Run before the sync. */
  before?: () => Promise<void>;
  /** Run at the end of the sync: undoes the fault. */
  after?: () => Promise<void>;
}

/** From the `nth` request of a run to the gateway on, requests meet a fault, later ones another. */
function from(
  nth: number,
  fault: (seen: SeenRequest) => Fault | undefined,
  later: FaultPlan = () => undefined,
): FaultPlan {
  let met = 0;
  return (seen) => {
    if (!SYNC_ADDRESS.test(seen.path)) return undefined;
    met += 1;
    if (met <= nth) return undefined;
    return met === nth + 1 ? fault(seen) : later(seen);
  };
}

/** Every request of a run to an address meets a fault. */
function everyTime(address: RegExp, fault: (seen: SeenRequest) => Fault): FaultPlan {
  return (seen) =>
    SYNC_ADDRESS.test(seen.path) && address.test(seen.path) ? fault(seen) : undefined;
}

/** A page of the feed as it was before anything followed the requested sequence. */
function oldPage({ path }: SeenRequest): Fault {
  const since = new URLSearchParams(path.split('?')[1]).get('since');
  const body = JSON.stringify({ results: [], last_seq: since, pending: 0 });
  return { kind: 'other-body', body };
}

/** A page of the feed that was asked some changes further on. */
function laterPage({ path }: SeenRequest, changes: number): Fault {
  const further = path.replace(/since=(\d+)/, (_, since) => `since=${Number(since) + changes}`);
  return { kind: 'elsewhere', path: further };
}

/** The addresses of a unit that another unit may answer. */
const MISROUTED = [/./, /_changes|\/sync\/\w+$/, /_bulk_docs/, /_snapshot/] as const;

function toOtherUnit({ path }: SeenRequest): Fault {
  return { kind: 'elsewhere', path: path.replace(`/${UNIT}`, `/${OTHER_UNIT}`) };
}

/**
 * The server is killed and restarted. Requests wait for it meanwhile, because the number of retries
 * in that time would depend on chance.
 */
function killed(
  nth: number,
  server: UnitServer,
  afterMs: number | null,
): Omit<PlannedFault, 'kind'> {
  let restarted = Promise.resolve();
  const act = async (): Promise<void> => {
    const waited = new Promise((resolve) => setTimeout(resolve, afterMs ?? 0));
    restarted = waited.then(() => server.killAndRestart());
    if (afterMs === null) await restarted;
  };
  return {
    plan: from(
      nth,
      () => ({ kind: 'first', act }),
      () => ({ kind: 'first', act: () => restarted }),
    ),
    after: () => restarted,
  };
}

/** The fault for a phone's next run; the same random numbers give the same fault. */
export function nextFault(random: Random, server: UnitServer, member: Member): PlannedFault {
  const kind = weighted(random, KINDS);
  const nth = Math.floor(random() * REQUESTS_OF_A_RUN);
  const bytes = Math.floor(random() * 1_500);
  switch (kind) {
    case 'none':
      return { kind };
    case 'cut-request':
    case 'cut-answer':
      return { kind, plan: from(nth, () => ({ kind, after: bytes })) };
    case 'lose-answer':
      return { kind, plan: from(nth, () => ({ kind })) };
    case 'delay':
      return { kind, plan: from(nth, () => ({ kind, ms: 200 })) };
    case 'server-error':
      return { kind, plan: from(nth, () => ({ kind: 'answer', status: 503, body: '{}' })) };
    case 'kill-server':
      return { kind, ...killed(nth, server, null) };
    case 'kill-in-the-middle':
      return { kind, ...killed(nth, server, 1 + (bytes % 12)) };
    case 'take-role-away':
      return {
        kind,
        plan: from(nth, () => ({ kind: 'first', act: () => server.grant(member, ['user']) })),
        after: () => server.grant(member, ['user', 'sync']),
      };
    case 'sign-in-page': {
      const page = () => signInPage(pickOf(() => (bytes % 97) / 97, FOREIGN_STATUS));
      return { kind, plan: from(nth, page, page) };
    }
    case 'empty-object': {
      const headers = { 'content-type': 'application/json' };
      const address = pickOf(() => (bytes % 97) / 97, ADDRESSES);
      const answer: Fault = { kind: 'answer', status: 200, body: '{}', headers };
      return { kind, plan: everyTime(address, () => answer) };
    }
    case 'old-feed':
      return { kind, plan: everyTime(/_changes/, oldPage) };
    case 'other-place':
      return { kind, plan: everyTime(/_changes/, (seen) => laterPage(seen, 1 + (bytes % 5))) };
    case 'other-unit': {
      const address = pickOf(() => (bytes % 97) / 97, MISROUTED);
      return { kind, plan: everyTime(address, toOtherUnit) };
    }
    case 'leap':
      return { kind, before: () => leapOnServer(server, member, (bytes % 97) / 97) };
    case 'body-limit':
      return { kind, plan: everyTime(/./, () => ({ kind, bytes: SMALL_BODY })) };
  }
}
