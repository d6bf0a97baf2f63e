import { Later } from '../../ui/later.tsx';
import type { ArrivalBlankProps } from './arrival-blank.tsx';

// Needed only before a unit's first download, so most visits to a list never load it.
const load = async () => (await import('./arrival-blank.tsx')).ArrivalBlank;

/** Shown instead of "nobody here yet" until that is known. */
export function NotReceived(props: ArrivalBlankProps) {
  return <Later load={load} props={props} />;
}
