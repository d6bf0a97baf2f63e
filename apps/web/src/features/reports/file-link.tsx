import { HttpError } from '../../api/http.ts';
import { downloadFile, filePath } from '../../api/reports.ts';
import { useMessages } from '../../data/messages.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';

/**
 * Returns a function that downloads a report's file with a ticket. It answers null when the download
 * has begun, otherwise why it has not.
 */
export function useDownload(): (fileName: string) => Promise<string | null> {
  const { t } = useMessages();
  return async (fileName) => {
    try {
      await downloadFile(fileName);
      return null;
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      return cause.status === 404 ? t('reports.file.gone-text') : failureText(t, cause);
    }
  };
}

/** The link to a finished file; its address can be stored, a click downloads at once. */
export function FileLink({ fileName }: { fileName: string }) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const download = useDownload();
  const start = async () => {
    const failure = await download(fileName);
    if (failure !== null) complain({ title: t('reports.file.failed'), text: failure });
  };
  return (
    <a
      className="btn btn-1"
      href={filePath(fileName)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void start();
      }}
    >
      <Icon name="down" />
      {t('reports.download')}
    </a>
  );
}
