import type { Access } from '../http/declared-access.ts';

/**
 * The access of every gateway route that names a unit (`:stakeDB` in the address): a sync token.
 */
export const UNIT_ACCESS = { to: 'sync', by: 'sync-token' } as const satisfies Access;
