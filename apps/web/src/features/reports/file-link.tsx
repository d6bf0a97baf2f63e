import type { Translator } from '@crece/messages';
import { HttpError } from '../../api/http.ts';
import { downloadFile, fetchFile, filePath } from '../../api/reports.ts';
import { useMessages } from '../../data/messages.tsx';
import { ShareFile } from '../../shared/reports/share-file.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';

/** Downloads a report's file with a ticket; null when the download has begun, otherwise why it has not. */
export async function download(fileName: string): Promise<HttpError | null> {
  try {
    await downloadFile(fileName);
    return null;
  } catch (cause) {
    if (cause instanceof HttpError) return cause;
    throw cause;
  }
}

/** Why a download has not begun, as a sentence. */
export function downloadFailure(t: Translator['t'], failure: HttpError): string {
  return failure.status === 404 ? t('reports.file.gone-text') : failureText(t, failure);
}

/** The link to a finished file, which downloads it at once, and a button that shares it. */
export function FileLink({ fileName }: { fileName: string }) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const start = async () => {
    const failure = await download(fileName);
    if (failure === null) return;
    complain({ title: t('reports.file.failed'), text: downloadFailure(t, failure) });
  };
  return (
    <>
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
      <ShareFile name={fileName} load={() => fetchFile(fileName)} />
    </>
  );
}
