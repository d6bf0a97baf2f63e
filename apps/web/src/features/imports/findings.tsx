import type { ImportBody, ImportResultBody, ImportRowBody } from '@crece/contract';
import { useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { downloadFile } from '../../api/reports.ts';
import { useMessages } from '../../data/messages.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import { Badge, Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { findingText, outcomeText, placeText } from './import-words.ts';

const ROWS_SHOWN = 20;

/** The counts of the rows by result, in large figures. */
export function ImportCounts({ result }: { result: ImportResultBody }) {
  const { t, number } = useMessages();
  return (
    <dl className="import-counts">
      {(['created', 'updated', 'duplicate', 'rejected'] as const).map((outcome) => (
        <div
          key={outcome}
          className={`import-count${outcome === 'rejected' && result.rejected > 0 ? ' some-rejected' : ''}`}
        >
          <dt>{t(`imports.outcome.${outcome}`)}</dt>
          <dd className="num">{number(result[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rows that need a look, refused ones first, a limited number at a time. */
export function ImportFindings({ job, result }: { job: ImportBody; result: ImportResultBody }) {
  const { t, number } = useMessages();
  const [shown, setShown] = useState(ROWS_SHOWN);
  const { findings, rowsWithFindings } = result;
  if (rowsWithFindings === 0) return <p className="muted">{t('imports.findings-none')}</p>;
  return (
    <section
      className="stack-2"
      aria-label={t('imports.findings-title', { count: rowsWithFindings })}
    >
      <h2 className="h2">{t('imports.findings-title', { count: rowsWithFindings })}</h2>
      {job.fileName === undefined ? null : <DownloadFindings fileName={job.fileName} />}
      <ul className="card card-flush import-findings">
        {findings.slice(0, shown).map((row) => (
          <FoundRow key={row.row} row={row} />
        ))}
      </ul>
      {findings.length > shown ? (
        <Button kind="soft" wide onClick={() => setShown((count) => count + ROWS_SHOWN)}>
          {t('imports.findings-more')}
        </Button>
      ) : null}
      {findings.length < rowsWithFindings && findings.length <= shown ? (
        <p className="small muted">
          {t('imports.findings-first', { count: number(findings.length) })}
        </p>
      ) : null}
    </section>
  );
}

function FoundRow({ row: { row, outcome, findings } }: { row: ImportRowBody }) {
  const messages = useMessages();
  const { t, number } = messages;
  return (
    <li>
      <p className="import-row">
        <b>{t('imports.row', { row: number(row) })}</b>
        <Badge look={outcome === 'rejected' ? 'line' : 'plain'}>
          {outcomeText(messages, outcome)}
        </Badge>
      </p>
      <ul>
        {findings.map((finding, place) => {
          const where = placeText(messages, finding);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: findings of a row keep their order
              key={`${place} ${finding.code}`}
              className={`import-finding import-${finding.level}`}
            >
              <Icon name={finding.level === 'reject' ? 'warning' : 'info'} small />
              <span>
                {where === null ? null : <span className="muted">{where}: </span>}
                {findingText(messages, finding)}
              </span>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

function DownloadFindings({ fileName }: { fileName: string }) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const download = async () => {
    try {
      await downloadFile(fileName);
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      complain({ title: t('reports.file.failed'), text: failureText(t, cause) });
    }
  };
  return (
    <Button kind="second" icon="down" onClick={() => void download()}>
      {t('imports.findings-download')}
    </Button>
  );
}
