import { REPORT_FORMATS, type ReportFormat } from '@crece/domain';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { beginReport } from '../../api/reports.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import type { OpenUnit } from '../../data/units.tsx';
import type { ReportAsk } from '../../shared/navigation/report-paths.ts';
import { MY_REPORTS_PATH } from '../../shared/navigation/report-paths.ts';
import { ShareFile } from '../../shared/reports/share-file.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import type { RunState } from './csv-status/csv-run.ts';
import { RunProgress } from './csv-status/run-progress.tsx';
import { failureWords } from './csv-status/use-csv-run.ts';
import { useFileRun } from './csv-status/use-file-run.ts';
import { FileLink } from './file-link.tsx';
import { type LocalReport, localFile } from './local/local-report.ts';
import { isUnderWay, useJobs } from './use-jobs.ts';

function Format({ value, onValue }: { value: ReportFormat; onValue: (v: ReportFormat) => void }) {
  const { t } = useMessages();
  return (
    <SegmentedControl<ReportFormat>
      label={t('reports.format')}
      hint={t('reports.format-hint')}
      options={[...REPORT_FORMATS].reverse().map((format) => ({
        value: format,
        label: t(`reports.format.${format}`),
      }))}
      value={value}
      onChange={({ target }) => {
        const format = REPORT_FORMATS.find((one) => one === target.value);
        if (format !== undefined) onValue(format);
      }}
    />
  );
}

function CardOf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="stack report-file">{children}</div>
    </Card>
  );
}

/**
 * A file made by the server: started, followed and downloaded here; the job continues when the page
 * is left.
 */
export function ServerFile({ unit, ask }: { unit: OpenUnit; ask: ReportAsk }) {
  const { t } = useMessages();
  const online = useOnline();
  const [format, setFormat] = useState<ReportFormat>('xlsx');
  const { state, start, isRunning } = useFileRun([format, ask]);
  const { jobs } = useJobs();
  const underWay = isRunning ? 0 : (jobs?.filter(isUnderWay).length ?? 0);
  return (
    <CardOf title={t('reports.file')}>
      <Format value={format} onValue={setFormat} />
      <Button
        kind="second"
        icon="paper"
        wide
        disabled={!online || isRunning}
        onClick={() => void start((room) => beginReport(unit, ask, { format, room }))}
      >
        {t('reports.create')}
      </Button>
      <RunOutcome state={state} />
      <p className="small">
        <Link to={MY_REPORTS_PATH}>{t('reports.mine')}</Link>
        {underWay === 0 ? null : ` · ${t('reports.mine-running', { count: underWay })}`}
      </p>
    </CardOf>
  );
}

/** The progress of a job, then its file or the reason for the failure. */
export function RunOutcome({ state }: { state: RunState | null }) {
  const { t } = useMessages();
  if (state === null) return null;
  return (
    <>
      <RunProgress state={state} label={t('reports.run.label')} />
      {state.at === 'done' ? (
        <div className="report-done stack-2">
          <p className="bold">{t('reports.complete')}</p>
          <p className="small muted report-name">{state.text}</p>
          <FileLink fileName={state.fileName} />
        </div>
      ) : null}
      {state.at === 'failed' ? <Failed {...failureWords(t, state.failure)} /> : null}
    </>
  );
}

function Failed({ title, text }: { title: string; text: string }) {
  return (
    <p className="report-note report-note-part">
      <span>
        <b>{title}</b> {text}
      </span>
    </p>
  );
}

/** The shown row count is updated once per this many rows, because each update renders. */
const TELL_EVERY_ROWS = 250;

interface LocalFileProps {
  report: LocalReport | null;
  unit: OpenUnit;
  /** Number of rows in the report; null while they are counted. */
  rows: number | null;
}

/** A file of this device's records, made here, with its progress; leaving the page cancels it. */
export function LocalFile({ report, unit, rows }: LocalFileProps) {
  const { t } = useMessages();
  const { settings } = useConfig();
  const { notify, complain } = useNotices();
  const [format, setFormat] = useState<ReportFormat>('xlsx');
  /** Rows made so far; null while no file is being made. */
  const [done, setDone] = useState<number | null>(null);
  const [made, setMade] = useState<{ file: Blob; name: string } | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  const make = async (of: LocalReport) => {
    const stop = new AbortController();
    work.current = stop;
    setDone(0);
    setMade(null);
    const onRow = (count: number) => {
      if (count % TELL_EVERY_ROWS === 0) setDone(count);
    };
    try {
      const sheet = t(`reports.kind.${of.ask.type}`);
      const about = settings > 0 ? t('reports.settings-number', { number: settings }) : undefined;
      const wanted = { format, sheet, about, now: new Date(), onRow };
      const { file, name } = await localFile(of, wanted, stop.signal);
      saveFile(file, name);
      setMade({ file, name });
      notify({ title: t('reports.complete'), text: name });
    } catch (cause) {
      if (stop.signal.aborted) return;
      console.error('The local report could not be made.', cause);
      complain({ title: t('reports.creation-error'), text: t('reports.here.failed') });
    } finally {
      setDone(null);
    }
  };
  return (
    <CardOf title={t('reports.here.file')}>
      <Format value={format} onValue={setFormat} />
      <Button
        kind="second"
        icon="down"
        wide
        disabled={report === null || done !== null}
        onClick={() => {
          if (report !== null) void make(report);
        }}
      >
        {t(done === null ? 'reports.here.create' : 'reports.here.making', {
          unit: unit.stakeName,
        })}
      </Button>
      {made === null ? null : (
        <ShareFile key={made.name} name={made.name} load={async () => made.file} />
      )}
      {done === null ? null : (
        <>
          <ProgressBar value={done} max={Math.max(rows ?? 1, 1)} label={t('reports.run.label')} />
          <Button kind="quiet" onClick={() => work.current?.abort()}>
            {t('common.cancel')}
          </Button>
        </>
      )}
    </CardOf>
  );
}
