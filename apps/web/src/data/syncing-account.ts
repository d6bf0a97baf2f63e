import { can } from '@crece/domain';
import { storedSession } from '../api/stored-session.ts';

/** Id of the account that may synchronise on this device now; `null` when there is none. */
export function syncingAccount(): string | null {
  const { token, isUserActive, active } = storedSession();
  return token !== null && isUserActive && can(active, 'sync') ? (active?.id ?? null) : null;
}
