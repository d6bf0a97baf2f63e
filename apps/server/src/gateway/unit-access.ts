import type { Access } from '../http/access.ts';

/** Every route of the gateway that names a unit: by a sync token, `:stakeDB` in the address. */
export const UNIT_ACCESS = { to: 'sync', by: 'sync-token' } as const satisfies Access;
