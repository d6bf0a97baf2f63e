import type { ReportJobBody } from '@crece/contract';
import { findCountry, todayIn } from '@crece/domain';
import { HttpError } from '../../api/http.ts';
import { deleteJob } from '../../api/reports.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { usePlaces } from '../../data/places.ts';
import { useProgramme } from '../../data/programme.ts';
import { Coordination } from '../../shared/navigation/coordination-rail.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { failureText } from '../../shared/words/failure-words.ts';
import { momentText } from '../../shared/words/moment.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { ProgressBar } from '../../ui/surfaces.tsx';
import { FileLink } from './file-link.tsx';
import { isUnderWay, useJobs } from './use-jobs.ts';
import './reports.css';

/**
 * `/children/reports`: one's own reports and conversions, also after a reload and a server restart.
 */
export function MyReportsPage() {
  const { t } = useMessages();
  const { fileDays } = useProgramme();
  const online = useOnline();
  const { jobs, failure, reload } = useJobs();
  return (
    <Page
      title={t('reports.mine')}
      back={homePath()}
      navigation={<Coordination at="reports" />}
      width="read"
    >
      <div className="stack">
        <p className="muted small">{t('reports.mine-text', { days: fileDays })}</p>
        {online ? null : <p className="report-note">{t('reports.mine-offline')}</p>}
        {failure === null ? null : (
          <p className="report-note report-note-part">{failureText(t, failure)}</p>
        )}
        {jobs === null && failure === null && online ? <Waiting /> : null}
        {jobs?.length === 0 ? (
          <Blank picture="nobody" title={t('reports.mine-none')}>
            {t('reports.mine-none-text')}
          </Blank>
        ) : null}
        <ul className="stack">
          {jobs?.map((job) => (
            <li key={job.id} className="card">
              <Job job={job} onGone={reload} />
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}

/** Returns a function that describes a request in one line: kind, units and language. */
function useAskedWords() {
  const { t } = useMessages();
  const places = usePlaces();
  const label = useCountryLabel();
  const countryOf = (code: string): string => {
    const country = places === null ? null : findCountry(places, code);
    return country === null ? code : label(country);
  };
  return ({ kind, asked }: ReportJobBody): { title: string; place: string } => ({
    title:
      asked.exportFormat !== undefined
        ? t(`reports.export.${asked.exportFormat}`)
        : kind === 'convert' || asked.csvType === undefined
          ? t('reports.convert')
          : t(`reports.kind.${asked.csvType}`),
    place:
      asked.scopeType === 'country'
        ? t('reports.place-country', { country: countryOf(asked.cCode) })
        : asked.scopeType === 'countries'
          ? t('reports.scope.countries')
          : asked.stakeName,
  });
}

function Job({ job, onGone }: { job: ReportJobBody; onGone: () => void }) {
  const messages = useMessages();
  const { t, number, language } = messages;
  const asked = useAskedWords();
  const ask = useAsk();
  const { complain } = useNotices();
  const { title, place } = asked(job);
  const running = isUnderWay(job);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const remove = async () => {
    const sure = await ask.confirm({
      title: t(running ? 'reports.stop-question' : 'reports.delete-question'),
      yes: t(running ? 'reports.stop' : 'reports.delete'),
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteJob(job.id);
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      // A report that is already deleted is the wanted result.
      if (cause.status !== 404) {
        complain({ title: t('reports.delete-failed'), text: failureText(t, cause) });
      }
    }
    onGone();
  };
  return (
    <article className="stack-2" aria-label={`${title} · ${place}`}>
      <div>
        <h2 className="h2">{title}</h2>
        <p className="small muted">
          {place} · {momentText(messages, job.createdAt, new Date())}
        </p>
      </div>
      {running ? (
        <div className="report-run">
          <ProgressBar
            value={job.count}
            max={Math.max(job.maxCount, 1)}
            label={t('reports.run.label')}
          />
          <p className="small muted">
            {job.maxCount === 0
              ? t('reports.run.begins')
              : t('reports.run.count', { count: number(job.count), max: number(job.maxCount) })}
          </p>
        </div>
      ) : null}
      {job.state === 'failed' ? (
        <IconNote className="report-note report-note-part" icon="warning" large>
          <b>{t('reports.job-failed')}</b> {job.text}
        </IconNote>
      ) : null}
      {job.state === 'done' ? (
        <p className="small">
          {[
            ...(job.rows === undefined ? [] : [t('reports.rows-count', { count: job.rows })]),
            ...(job.bytes === undefined || job.fileName === undefined
              ? []
              : [bytesText(job.bytes, language)]),
            job.kind === 'convert'
              ? (job.text ?? '')
              : job.fileName === undefined
                ? t('reports.expired')
                : job.expiresAt === undefined
                  ? ''
                  : t('reports.expires', {
                      date: messages.date(todayIn(timeZone, new Date(job.expiresAt))),
                    }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      ) : null}
      {job.settings === undefined || job.settings === 0 ? null : (
        <p className="small muted">{t('reports.settings-number', { number: job.settings })}</p>
      )}
      {(job.failedUnits?.length ?? 0) === 0 ? null : (
        <IconNote className="report-note report-note-part" icon="warning" large>
          {t('reports.failed-units', {
            count: job.failedUnits?.length ?? 0,
            units: messages.list(job.failedUnits ?? []),
          })}
        </IconNote>
      )}
      <div className="row-wrap">
        {job.fileName === undefined ? null : <FileLink fileName={job.fileName} />}
        <Button kind="quiet" icon={running ? 'close' : 'remove'} onClick={() => void remove()}>
          {t(running ? 'reports.stop' : 'reports.delete')}
        </Button>
      </div>
    </article>
  );
}
