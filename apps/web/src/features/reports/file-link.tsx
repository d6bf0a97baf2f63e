import { HttpError } from '../../api/http.ts';
import { downloadFile, filePath } from '../../api/reports.ts';
import { useMessages } from '../../data/messages.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';

/** Returns a function that downloads a report's file with a ticket, and reports a failure. */
export function useDownload(): (fileName: string) => Promise<boolean> {
  const { t } = useMessages();
  const { complain } = useNotices();
  return async (fileName) => {
    try {
      await downloadFile(fileName);
      return true;
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      const text = cause.status === 404 ? t('reports.file.gone-text') : failureText(t, cause);
      complain({ title: t('reports.file.failed'), text });
      return false;
    }
  };
}

/** The link to a finished file; its address can be stored, a click downloads at once. */
export function FileLink({ fileName }: { fileName: string }) {
  const { t } = useMessages();
  const download = useDownload();
  return (
    <a
      className="btn btn-1"
      href={filePath(fileName)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void download(fileName);
      }}
    >
      <Icon name="down" />
      {t('reports.download')}
    </a>
  );
}
