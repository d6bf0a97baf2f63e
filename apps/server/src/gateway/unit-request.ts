import type { SyncRefusal } from '@crece/contract';
import type { Account, ActionPlace } from '@crece/domain';
import type { FastifyRequest } from 'fastify';
import type { ErasedRegister } from '../erased/register.ts';
import type { DocumentStore } from '../store/document-store.ts';

/**
 * What a request works with in a unit's database; token, role, scope and unit are already checked.
 */
export interface UnitRequest {
  stakeDB: string;
  /** The unit as the checks of rights need it. */
  place: ActionPlace;
  store: DocumentStore;
  account: Account;
  accountId: string;
  username: string;
  /**
   * Whether the phone's mark is older than the stored ones, so that it has to check all that it
   * has.
   */
  mustCheck: boolean;
  /** Whether a revision brings content of what was erased for good. */
  isOfErased(revision: Parameters<ErasedRegister['refuses']>[1]): boolean;
  /** Whether a record was erased for good. */
  isErased(id: string): boolean;
  /** Whether an id names another unit of the catalogue. */
  isOfOtherUnit(id: string): boolean;
  /**
   * Reads from the store whether the account may still go on; long requests call it before each
   * batch. `null`: it may; otherwise the request ends with this reason. An expired token does not
   * count here: a request that began in time is finished.
   */
  recheck(): Promise<SyncRefusal | null>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes of the gateway that name a unit; `null` elsewhere. */
    unit: UnitRequest | null;
  }
}

/** The unit of a request. Throws if the route was registered without the gate. */
export function unitRequestOf(request: FastifyRequest): UnitRequest {
  if (request.unit === null) throw new Error('a route of a unit was reached without one');
  return request.unit;
}
