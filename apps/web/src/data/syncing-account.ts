import { can } from '@crece/domain';
import { storedSession } from '../api/stored-session.ts';

/** The account in whose name this device may synchronise now; `null`: in nobody's. */
export function syncingAccount(): string | null {
  const { token, isUserActive, active } = storedSession();
  return token !== null && isUserActive && can(active, 'sync') ? (active?.id ?? null) : null;
}
