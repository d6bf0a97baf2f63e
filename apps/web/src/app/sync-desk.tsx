import { useSentences } from '../data/messages.tsx';
import { useCan } from '../data/session.tsx';
import type { OpenUnit } from '../data/units.tsx';
import { Later } from '../ui/later.tsx';

const load = async () => (await import('../features/reports/sync-reports.tsx')).SyncReports;

/** The coordinator's part of the sync page: a chunk that others never fetch. */
export function SyncDesk({ unit }: { unit: OpenUnit }) {
  return useCan('report-unit', unit.place) ? <Spoken unit={unit} /> : null;
}

function Spoken({ unit }: { unit: OpenUnit }) {
  return useSentences('desk') === 'ready' ? <Later load={load} props={{ unit }} /> : null;
}
