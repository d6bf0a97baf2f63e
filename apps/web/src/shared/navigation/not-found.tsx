import { Navigate, useLocation } from 'react-router';

/** Why `/not-found` is shown; stored in the browser's history, so that a reload keeps it. */
type NotFoundReason = { is: 'address'; address: string } | { is: 'record' };

/** An address as a person writes it: `/niños`, not `/ni%C3%B1os`. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Redirects from an unknown address to the not-found page. */
export function NoSuchPage() {
  const state: NotFoundReason = { is: 'address', address: readable(useLocation().pathname) };
  return <Navigate to="/not-found" replace state={state} />;
}

/** Redirects from a record that no unit of this device has to the not-found page. */
export function RecordNotFound() {
  const state: NotFoundReason = { is: 'record' };
  return <Navigate to="/not-found" replace state={state} />;
}

/** Why this page is shown; null when somebody typed `/not-found`, or with a server's message. */
export function useNotFoundReason(): NotFoundReason | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('is' in state)) return null;
  if (state.is === 'record') return { is: 'record' };
  return 'address' in state ? { is: 'address', address: String(state.address) } : null;
}
