import type {
  Fault,
  FaultPlan,
  SeenRequest,
} from '../../packages/storage/src/testing/node/fault-proxy.ts';
import { type Random, weighted } from './random.ts';
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
} as const;
type Kind = keyof typeof KINDS;

const SYNC_ADDRESS = /^\/sync\//;
/** A run that has something to send and to receive makes about so many requests. */
const REQUESTS_OF_A_RUN = 9;

export interface PlannedFault {
  kind: Kind;
  plan?: FaultPlan;
  /** To do when the run has ended: what the fault took away is given back. */
  after?: () => Promise<void>;
}

/** Lets one request of a run, the `nth` to the gateway, meet a fault. */
function once(nth: number, fault: (seen: SeenRequest) => Fault): FaultPlan {
  let met = 0;
  return (seen) => {
    if (!SYNC_ADDRESS.test(seen.path)) return undefined;
    met += 1;
    return met === nth + 1 ? fault(seen) : undefined;
  };
}

/** What goes wrong during the next run of a phone; the same random numbers plan the same. */
export function nextFault(random: Random, server: UnitServer, member: Member): PlannedFault {
  const kind = weighted(random, KINDS);
  const nth = Math.floor(random() * REQUESTS_OF_A_RUN);
  const bytes = Math.floor(random() * 1_500);
  switch (kind) {
    case 'none':
      return { kind };
    case 'cut-request':
    case 'cut-answer':
      return { kind, plan: once(nth, () => ({ kind, after: bytes })) };
    case 'lose-answer':
      return { kind, plan: once(nth, () => ({ kind })) };
    case 'delay':
      return { kind, plan: once(nth, () => ({ kind, ms: 200 })) };
    case 'server-error':
      return { kind, plan: once(nth, () => ({ kind: 'answer', status: 503, body: '{}' })) };
    case 'kill-server':
      return {
        kind,
        plan: once(nth, () => ({ kind: 'first', act: () => server.killAndRestart() })),
      };
    case 'kill-in-the-middle': {
      let restarted: Promise<void> | undefined;
      const act = async (): Promise<void> => {
        const after = 1 + (bytes % 12);
        const waited = new Promise((resolve) => setTimeout(resolve, after));
        restarted = waited.then(() => server.killAndRestart());
      };
      return {
        kind,
        plan: once(nth, () => ({ kind: 'first', act })),
        after: async () => restarted,
      };
    }
    case 'take-role-away':
      return {
        kind,
        plan: once(nth, () => ({ kind: 'first', act: () => server.grant(member, ['user']) })),
        after: () => server.grant(member, ['user', 'sync']),
      };
  }
}
