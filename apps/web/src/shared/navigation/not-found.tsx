import { Navigate, useLocation } from 'react-router';

/** Why somebody came to `/not-found`; carried by the browser's history, so that a reload keeps it. */
type NotFoundReason = { is: 'address'; address: string } | { is: 'record' };

/** An address as a person writes it: `/niños`, not `/ni%C3%B1os`. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Leads from an address that Crece does not have to the page that says so. */
export function NoSuchPage() {
  const state: NotFoundReason = { is: 'address', address: readable(useLocation().pathname) };
  return <Navigate to="/not-found" replace state={state} />;
}

/** Leads from the address of a record that no unit of this device has to the page that says so. */
export function RecordNotFound() {
  const state: NotFoundReason = { is: 'record' };
  return <Navigate to="/not-found" replace state={state} />;
}

/** Why this page is shown; null for whoever typed `/not-found`, or comes with a server's message. */
export function useNotFoundReason(): NotFoundReason | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('is' in state)) return null;
  if (state.is === 'record') return { is: 'record' };
  return 'address' in state ? { is: 'address', address: String(state.address) } : null;
}
