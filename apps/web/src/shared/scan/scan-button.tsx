import { useEffect, useState } from 'react';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { whenIdle } from '../../data/when-idle.ts';
import { Later } from '../../ui/later.tsx';
import { hasCamera } from './camera.ts';
import { keepLibrary, needsLibrary } from './code-reader.ts';
import type { ScanPlace } from './scan-sheet.tsx';

const loadSheet = async () => (await import('./scan-sheet.tsx')).ScanSheet;

/** A phone whose browser reads no codes fetches the library while it has a connection. */
async function keepReader(): Promise<void> {
  await whenIdle();
  if (navigator.onLine && (await hasCamera()) && (await needsLibrary())) await keepLibrary();
}

/** A button with a code on it that opens the camera: `unit`'s child is found by what it reads. */
export function ScanButton(props: ScanPlace) {
  return useSentences('later') === 'ready' ? <Button {...props} /> : null;
}

function Button(props: ScanPlace) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    keepReader().catch((cause: unknown) => {
      console.warn('The reader of codes could not be kept for use without a connection.', cause);
    });
  }, []);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="ib"
        aria-label={t('scan.open')}
        title={t('scan.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M8 8.5h3v3H8zM13.5 8.5h2.5v2.5M8 14h2.5v2.5M13.5 14H16v2.5h-2.5z" />
        </svg>
      </button>
      {isOpen ? (
        <Later load={loadSheet} props={{ ...props, onClose: close }} onMissing={close} />
      ) : null}
    </>
  );
}
