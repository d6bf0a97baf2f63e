import { Later } from '../../ui/later.tsx';
import type { ArrivalBlankProps } from './arrival-blank.tsx';

// Only before a unit was received for the first time: most screenings to a list never need it.
const load = async () => (await import('./arrival-blank.tsx')).ArrivalBlank;

/** In place of "nobody here yet" as long as nobody can know that. */
export function NotReceived(props: ArrivalBlankProps) {
  return <Later load={load} props={props} />;
}
