import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { MY_REPORTS_PATH } from '../../shared/navigation/report-paths.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { download, downloadFailure, FileLink } from './file-link.tsx';

/** `/files/:fileToDownload`: the route has checked the role; the download starts with a ticket. */
export function FilePage() {
  const { fileToDownload = '' } = useParams();
  // Another file is another page: what became of the first one must not stand there.
  return <OneFile key={fileToDownload} fileToDownload={fileToDownload} />;
}

function OneFile({ fileToDownload }: { fileToDownload: string }) {
  const { t } = useMessages();
  /** Undefined while the ticket is asked for, null when the download has begun, else why it has not. */
  const [failure, setFailure] = useState<HttpError | null>();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    // A second effect run must not start a second download.
    if (asked.current === fileToDownload) return;
    asked.current = fileToDownload;
    void download(fileToDownload).then(setFailure);
  }, [fileToDownload]);
  return (
    <Page title={t('reports.file')} back={homePath()} width="read">
      {failure === undefined ? <Waiting /> : null}
      {failure === null ? (
        <Blank
          picture="start"
          title={t('reports.file.begun')}
          actions={
            <>
              <FileLink fileName={fileToDownload} />
              <MyReports />
            </>
          }
        >
          <p className="report-name">{fileToDownload}</p>
        </Blank>
      ) : null}
      {failure ? (
        <Blank picture="lost" title={t('reports.file.failed')} actions={<MyReports />}>
          {downloadFailure(t, failure)}
        </Blank>
      ) : null}
    </Page>
  );
}

function MyReports() {
  const { t } = useMessages();
  return (
    <ButtonLink kind="second" to={MY_REPORTS_PATH} wide>
      {t('reports.mine')}
    </ButtonLink>
  );
}
