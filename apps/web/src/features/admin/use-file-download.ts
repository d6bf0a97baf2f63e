import { useState } from 'react';
import { leftToSay } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import { useNotices } from '../../ui/notices.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** Downloads one file at a time; shows a failure unless it was already reported. */
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
          complain({ title: t('admin.download-failed-title'), text: failureText(t, left) });
        }
      } finally {
        setBusy(false);
      }
    },
  };
}
