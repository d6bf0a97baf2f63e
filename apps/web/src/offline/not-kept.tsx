import { useEffect } from 'react';
import { useMessages, useSentences } from '../data/messages.tsx';
import { useNotices } from '../ui/notices.tsx';

/** What an installation stores, rounded up. */
const INSTALLED_BYTES = 2_000_000;

/** Whether so much could be stored. Browsers do not tell how much room is left. */
async function hasRoom(): Promise<boolean> {
  const name = 'crece-room';
  try {
    await (await caches.open(name)).put('/', new Response(new Uint8Array(INSTALLED_BYTES)));
    return true;
  } catch {
    return false;
  } finally {
    await caches.delete(name);
  }
}

/** Says that the application could not be stored on this device, and what can be done about it. */
export function NotKept() {
  const { t } = useMessages();
  const { complain } = useNotices();
  const isReady = useSentences('later') === 'ready';
  useEffect(() => {
    if (!isReady) return;
    const say = (
      why: 'offline.not-kept-line' | 'offline.not-kept-room' | 'offline.not-kept-http',
    ) => complain({ title: t('offline.not-kept'), text: t(why) });
    if (window.isSecureContext === false) say('offline.not-kept-http');
    else {
      hasRoom().then(
        (has) => say(has ? 'offline.not-kept-line' : 'offline.not-kept-room'),
        () => say('offline.not-kept-line'),
      );
    }
  }, [isReady, complain, t]);
  return null;
}
