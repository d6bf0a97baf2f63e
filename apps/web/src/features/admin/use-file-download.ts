import { useState } from 'react';
import { leftToSay } from '../../api/http.ts';
import { useNotices } from '../../components/notices.tsx';
import { useMessages } from '../../data/messages.tsx';

/** The browser reads the file after the click; then the memory may go. */
const KEPT_FOR_MS = 60_000;

/** Hands a file that was fetched with the session's token to the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR_MS);
}

/** Downloads one file at a time; a failure that nobody told yet is said here. */
export function useFileDownload() {
  const { t } = useMessages();
  const { notify, complain } = useNotices();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    download: async (fetchFile: () => Promise<Blob>, name: string) => {
      setBusy(true);
      try {
        saveFile(await fetchFile(), name);
        notify({ text: t('admin.downloaded', { name }) });
      } catch (cause) {
        const left = leftToSay(cause);
        if (left !== null) {
          complain({
            title: t('admin.download-failed-title'),
            text: t('admin.failed', { status: left.status ?? 0 }),
          });
        }
      } finally {
        setBusy(false);
      }
    },
  };
}
