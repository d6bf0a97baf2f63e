import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMessages, useSentences } from '../data/messages.tsx';
import { isSiteDataBlocked } from '../data/site-data.ts';
import { useAnyUnsaved } from '../shared/forms/unsaved.tsx';
import { Button } from '../ui/controls.tsx';
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

/** What is said on every page: a new version, and once that the browser blocks site data. */
export function SaidEverywhere({ updates }: { updates: Updates | null }) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const isSaid = useSentences('rest') === 'ready' && isSiteDataBlocked();
  // biome-ignore lint/correctness/useExhaustiveDependencies: not again in another language
  useEffect(() => {
    if (isSaid) complain({ title: t('errors.site-data-title'), text: t('errors.site-data') });
  }, [isSaid]);
  return updates === null ? null : <UpdateBar updates={updates} />;
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
