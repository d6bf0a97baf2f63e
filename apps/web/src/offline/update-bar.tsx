import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useDevice } from '../data/device.tsx';
import { useMessages, useSentences } from '../data/messages.tsx';
import { isSiteDataBlocked } from '../data/site-data.ts';
import { useAnyUnsaved } from '../shared/forms/unsaved.tsx';
import { Button } from '../ui/controls.tsx';
import { Later } from '../ui/later.tsx';
import { useNotices } from '../ui/notices.tsx';
import { keepDeskForCoordinators, keepLaterFiles } from './keep-files.ts';
import { type Updates, watchUpdates } from './updates.ts';

/**
 * Starts the update checks; `null` in development, which has no service worker, and on an insecure
 * address (plain http in a network).
 */
export function startUpdates(): Updates | null {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  const updates = watchUpdates(keepLaterFiles(navigator.serviceWorker));
  keepDeskForCoordinators(navigator.serviceWorker);
  return updates;
}

/** What is said on every page: a new version, little room, what an early version left, and blocked site data. */
export function SaidEverywhere({ updates }: { updates: Updates | null }) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const isToSay = useSentences('first') === 'ready' && isSiteDataBlocked();
  const isSaid = useRef(false);
  useEffect(() => {
    if (!isToSay || isSaid.current) return;
    isSaid.current = true;
    complain({ title: t('errors.site-data-title'), text: t('errors.site-data') });
  }, [isToSay, complain, t]);
  const isLow = useLittleRoom();
  const hasFormer = useFormerRecords();
  return (
    <>
      {updates === null ? import.meta.env.PROD && NOT_KEPT : <UpdateBar updates={updates} />}
      {isLow ? <Later load={loadLittleRoom} props={{}} /> : null}
      {hasFormer ? <Later load={loadFormerRecords} props={{}} /> : null}
    </>
  );
}

/** How often it is asked how much room is left. */
const ROOM_EVERY_MS = 600_000;

const loadLittleRoom = async () => (await import('./little-room.tsx')).LittleRoom;

const loadNotKept = async () => (await import('./not-kept.tsx')).NotKept;
const NOT_KEPT = <Later load={loadNotKept} props={{}} />;

const loadFormerRecords = async () => (await import('./former-records.tsx')).FormerRecords;

/** Whether databases of an early version may be here, which kept its records with PouchDB. */
function useFormerRecords(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (isSiteDataBlocked() || typeof indexedDB === 'undefined' || !('databases' in indexedDB))
      return;
    indexedDB.databases().then(
      (all) => setHas(all.some(({ name }) => name?.startsWith('_pouch_crece_unit_'))),
      (cause: unknown) => console.warn('The databases of this device are not known.', cause),
    );
  }, []);
  return has;
}

/** Whether less than 50 MB or a tenth is left for records. */
function useLittleRoom(): boolean {
  const device = useDevice();
  const [isLow, setLow] = useState(false);
  useEffect(() => {
    const look = () => {
      device.storageState().then(
        ({ low }) => setLow(low),
        (cause: unknown) => console.warn('How much room is left is not known.', cause),
      );
    };
    look();
    const timer = setInterval(look, ROOM_EVERY_MS);
    return () => clearInterval(timer);
  }, [device]);
  return isLow;
}

/** Offers a new version while no typed content is unsaved, never in the middle of a form. */
export function UpdateBar({ updates }: { updates: Updates }) {
  const { t } = useMessages();
  const { notify } = useNotices();
  const state = useSyncExternalStore(updates.subscribe, updates.state);
  const unsaved = useAnyUnsaved();

  useEffect(() => {
    if (state !== 'offline-ready') return;
    notify({ text: t('app.offline-ready') });
    updates.dismiss();
  }, [state, updates, notify, t]);
  const ready = state === 'waiting' || state === 'taken-elsewhere';
  const [hasPlace, setHasPlace] = useState(false);
  const isShown = ready && !unsaved;
  if (isShown && !hasPlace) setHasPlace(true);
  if (!ready && hasPlace) setHasPlace(false);
  // Where site data is blocked that is said, and why.
  if (state === 'not-kept') return isSiteDataBlocked() ? null : NOT_KEPT;
  if (!isShown && !hasPlace) return null;
  return (
    // At the first letter typed it becomes invisible but keeps its space: otherwise the form would
    // jump.
    <div
      className="notice-bar"
      role="status"
      style={{ visibility: isShown ? 'visible' : 'hidden' }}
    >
      <span className="grow">{t('app.update-ready')}</span>
      <Button kind="quiet" small onClick={updates.dismiss}>
        {t('app.update-later')}
      </Button>
      <Button kind="primary" small onClick={updates.apply}>
        {t('app.update-now')}
      </Button>
    </div>
  );
}
