import { useRef, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { failureText } from '../words/failure-words.ts';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A file as the browser shares it: the kind follows its name. */
export function sharedFile(content: Blob, name: string): File {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? content.type;
  return new File([content], name, { type });
}

function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) === true;
}

/**
 * "Share" beside a file that is made: opens the phone's own sheet, where the browser can. A file
 * that must be fetched first may come too late for the browser, which shares only right after a
 * tap: then the button asks for a second one.
 */
export function ShareFile({ name, load }: { name: string; load: () => Promise<Blob> }) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const [isOffered, setOffered] = useState(() => canShare(sharedFile(new Blob(), name)));
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A second tap, before the sheet is there, would count as a refusal of the phone.
  const isSharing = useRef(false);

  async function share(): Promise<void> {
    if (isSharing.current) return;
    isSharing.current = true;
    setBusy(true);
    const isFetched = file === null;
    try {
      const wanted = file ?? sharedFile(await load(), name);
      setFile(wanted);
      await navigator.share({ files: [wanted] });
    } catch (cause) {
      if (cause instanceof HttpError) {
        complain({ title: t('reports.share-failed'), text: failureText(t, cause) });
        return;
      }
      // The person closed the sheet.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      const isLate = cause instanceof DOMException && cause.name === 'NotAllowedError';
      if (isLate && isFetched) return;
      console.warn('The file could not be shared.', cause);
      setOffered(false);
      complain({ title: t('reports.share-failed'), text: t('reports.share-failed-text') });
    } finally {
      isSharing.current = false;
      setBusy(false);
    }
  }

  if (!isOffered) return null;
  return (
    <Button kind="second" icon="up" disabled={isBusy} onClick={() => void share()}>
      {t(file === null || isBusy ? 'reports.share' : 'reports.share-now')}
    </Button>
  );
}
