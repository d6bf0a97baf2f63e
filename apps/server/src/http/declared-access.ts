import type { Action, ActionPlace } from '@crece/domain';
import type { FastifyRequest } from 'fastify';

/**
 * Who may call a route: everybody, every signed-in account, or accounts to which domain's table
 * allows the action.
 */
export type Access =
  | { to: 'everyone' }
  | { to: 'signed-in' }
  /** A unit's database (`:stakeDB` in the address), only with a sync token. */
  | { to: 'sync'; by: 'sync-token' }
  | {
      to: Action;
      by?: 'session';
      /** The unit or country that a call is about; `null`: it names none. */
      place?: (request: FastifyRequest) => ActionPlace | null | Promise<ActionPlace | null>;
    };

/** One registered route and who may call it. */
export interface AccessEntry {
  method: string;
  url: string;
  access: Access;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyInstance {
    /** Every registered route, for the permission matrix. */
    accessTable: readonly AccessEntry[];
  }
}

export const EVERYONE = { to: 'everyone' } as const satisfies Access;
export const SIGNED_IN = { to: 'signed-in' } as const satisfies Access;
