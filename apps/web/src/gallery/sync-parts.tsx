import type { RefusedRecord, SyncState, TaskRef } from '@crece/storage';
import { SyncFault, type SyncProgress } from '@crece/storage/sync';
import { useMessages, useSentences } from '../data/messages.tsx';
import type { OpenUnit } from '../data/units.tsx';
import { SyncCard } from '../features/sync/sync-card.tsx';
import { WaitingRecordsCard } from '../features/sync/waiting-records-card.tsx';
import { VanishedNotice } from '../shared/navigation/vanished-notice.tsx';
import '../features/sync/sync.css';
import { COMPLETE, IDLE } from '../testing/fake-sync.ts';
import { Part, Specimen } from './specimen.tsx';

const NOW = new Date('2026-03-14T17:40:00.000Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

const STAMP = { completedAt: NOW.toISOString(), serverSequence: '1200', epoch: 'e' };

const NEVER: SyncState = {
  stamp: null,
  isIncomplete: false,
  arrival: 'never',
  madeHere: [],
  refused: [],
  tasks: [],
  vanished: null,
};
const SYNCED: SyncState = { ...NEVER, stamp: STAMP, arrival: 'whole' };

interface State {
  name: string;
  pending?: number;
  handedOver?: number;
  sync?: SyncState;
  progress?: Partial<SyncProgress>;
  clock?: number;
  online?: boolean;
  demo?: boolean;
}

const HOUR_MS = 3_600_000;
const failed = (step: 'up' | 'down' | 'credentials', fault: SyncFault): Partial<SyncProgress> => ({
  outcome: { kind: 'failed', step, fault },
});

const STATES: readonly State[] = [
  { name: 'Never synchronised', sync: NEVER },
  { name: 'Never synchronised, records here', sync: NEVER, pending: 12 },
  { name: 'Synced' },
  { name: 'Synced, then typed', pending: 1 },
  { name: 'Demonstration', demo: true },
  { name: 'No connection', pending: 12, online: false },
  { name: 'Connecting', pending: 12, progress: { phase: 'connecting' } },
  {
    name: 'Sending',
    pending: 5,
    progress: { phase: 'sending', sending: { done: 7, total: 12 } },
  },
  {
    name: 'Receiving',
    progress: {
      phase: 'receiving',
      sending: { done: 12, total: 12 },
      receiving: { done: 120, total: 300 },
    },
  },
  {
    name: 'First download',
    sync: { ...NEVER, arrival: 'arriving' },
    progress: {
      phase: 'downloading',
      sending: { done: 0, total: 0 },
      receiving: { done: 14_000, total: 40_000 },
    },
  },
  {
    name: 'First download, cut',
    sync: { ...NEVER, arrival: 'arriving' },
  },
  {
    name: 'Merging',
    progress: {
      phase: 'merging',
      sending: { done: 0, total: 0 },
      receiving: { done: 40, total: 40 },
    },
  },
  {
    name: 'Waiting for the server',
    pending: 5,
    progress: { phase: 'waiting', sending: { done: 7, total: 12 }, retryAt: later(12) },
  },
  {
    name: 'Waiting for a server with an error',
    pending: 5,
    progress: {
      phase: 'waiting',
      sending: { done: 7, total: 12 },
      retryAt: later(12),
      waitsFor: new SyncFault('server', null, undefined, 500),
    },
  },
  {
    name: 'The server lost records',
    pending: 2,
    progress: {
      phase: 'sending',
      sending: { done: 310, total: 1240 },
      serverLostRecords: true,
    },
  },
  { name: 'Complete', progress: { outcome: COMPLETE } },
  { name: 'Paused', pending: 5, progress: { outcome: { kind: 'cancelled' } } },
  { name: 'In another window', pending: 5, progress: { outcome: { kind: 'busy' } } },
  {
    name: 'A network that answers',
    pending: 5,
    progress: failed('up', new SyncFault('foreign', null, undefined, 403)),
  },
  {
    name: 'A record too large for the line',
    pending: 1,
    progress: failed('up', new SyncFault('foreign', null, undefined, 413, 'Rosa Larga')),
  },
  { name: 'Failed sending', pending: 5, progress: failed('up', new SyncFault('refused', 'unit')) },
  {
    name: 'Failed receiving',
    progress: failed('down', new SyncFault('no-response')),
  },
  { name: 'Clock wrong by hours', clock: 3 * HOUR_MS },
  { name: 'Clock wrong by years', clock: -2 * 365 * 24 * HOUR_MS },
];

const refused: RefusedRecord = {
  id: 'scr_1',
  rev: '2-a',
  reason: 'unreadable',
  details: [],
  removal: false,
  refusedAt: NOW.toISOString(),
  title: 'Luz M.',
};
const task: TaskRef = { id: 'scr_2', kind: 'values', title: 'Luz M.', fields: ['weight'] };

const nothing = () => undefined;

/**
 * The card of the sync page in every state, the records that wait, and the notice of vanished
 * records.
 */
export function SyncPart({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  if (useSentences('later') !== 'ready') return null;
  return (
    <Part id="sync" title="Sync">
      {STATES.map(
        ({
          name,
          pending = 0,
          handedOver = 0,
          sync = SYNCED,
          progress,
          clock,
          online = true,
          demo = false,
        }) => (
          <Specimen key={name} name={name}>
            <SyncCard
              pending={pending}
              handedOver={handedOver}
              demo={demo}
              sync={sync}
              progress={{ ...IDLE, ...progress }}
              clockDifference={clock ?? null}
              online={online}
              now={NOW}
              contact={t('errors.your-administrator')}
              listPath="/"
              handOverPath="/"
              receivePath="/"
              returns
              onReturns={nothing}
              onRun={nothing}
              onTryNow={nothing}
              onPause={nothing}
            />
          </Specimen>
        ),
      )}
      <Specimen name="Waiting for you">
        <WaitingRecordsCard
          unit={unit}
          orphans={3}
          sync={{
            ...SYNCED,
            tasks: [task, { ...task, id: 'scr_3' }, { ...task, id: 'chld_4', kind: 'removed' }],
            refused: [refused, { ...refused, id: 'chld_5', reason: 'removal', removal: true }],
          }}
        />
      </Specimen>
      {[3, 0].map((pending) => (
        <Specimen key={pending} name={`Vanished, ${pending} lost`} flush>
          <VanishedNotice
            unit={unit}
            vanished={{ seenAt: NOW.toISOString(), records: 120, pending, syncedAt: null }}
            screenType="children"
          />
        </Specimen>
      ))}
    </Part>
  );
}
