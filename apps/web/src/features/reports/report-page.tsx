import { useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { HttpError } from '../../api/http.ts';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useSignIn } from '../../data/session.tsx';
import { syncedAt } from '../../data/sync.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { type ReportAsk, reportPath } from '../../shared/navigation/report-paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import { IconNote } from '../../ui/icon-note.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import { LocalFile, ServerFile } from './create-file.tsx';
import { ExportFile } from './export-file.tsx';
import { askOfAddress } from './report-ask.ts';
import { ReportFound } from './report-found.tsx';
import { ReportChoices, ReportKind } from './report-options.tsx';
import { LocalNote } from './source-note.tsx';
import { type Preview, useLocalReport, useServerPreview } from './use-preview.ts';
import './reports.css';

/** `/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect` */
export function ReportPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitReport unit={unit} />}</UnitRoute>;
}

/**
 * The options are in the address: a choice changes it, so that a reload and a link show the same.
 */
function useAsk(unit: OpenUnit): [ReportAsk, (change: Partial<ReportAsk>) => void] {
  const params = useParams();
  const [query] = useSearchParams();
  const { language } = useMessages();
  const navigate = useNavigate();
  const ask = useMemo(() => askOfAddress(params, query, language), [params, query, language]);
  const change = (part: Partial<ReportAsk>) => {
    void navigate(reportPath(unit, { ...ask, ...part }), { replace: true });
  };
  return [ask, change];
}

type Source = 'server' | 'here';

/** After this time others may have sent so much that the server is asked first. */
const FRESH_MS = 3_600_000;

/**
 * The source of the rows of a single unit: this device when it has everything as of the last hour, or
 * when the server does not answer; otherwise the server. Files come from the server whenever it can be
 * asked, and from this device where its rows are shown.
 */
function useReport(unit: OpenUnit, ask: ReportAsk) {
  const online = useOnline();
  const { isServerSession } = useSignIn();
  const snapshot = useUnitSnapshot(unit.local);
  const synced = syncedAt(snapshot);
  const [now] = useState(Date.now);
  const hasServer = online && isServerSession;
  const isOne = ask.scope === 'stake';
  const isFresh = synced !== null && now - Date.parse(synced) < FRESH_MS;
  const isServerAsked = hasServer && !(isOne && isFresh);
  const server = useServerPreview(unit, ask, isServerAsked);
  const isAnswered = isServerAsked && !hasNoServer(server.failure);
  const source: Source | null = isAnswered
    ? 'server'
    : isOne
      ? 'here'
      : hasServer
        ? 'server'
        : null;
  const local = useLocalReport(unit, ask, source === 'here');
  const preview: Preview = source === 'here' ? { table: local.table, failure: null } : server;
  const { pending } = snapshot;
  return {
    ...{ source, hasServer, online, preview, local },
    unsent: source === 'server' ? pending : 0,
    /** Why the rows are not the server's, though it was asked. */
    trouble: source === 'here' ? server.failure : null,
  };
}

/** Whether the server could not be reached, or is in trouble: it refused nothing. */
const hasNoServer = (failure: HttpError | null): boolean =>
  failure !== null && (failure.status === null || failure.status >= 500);

function UnitReport({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const [ask, setAsk] = useAsk(unit);
  const { source, hasServer, online, preview, local, unsent, trouble } = useReport(unit, ask);
  const file = <LocalFile report={local.report} unit={unit} rows={local.table?.count ?? null} />;
  return (
    <Page
      title={unit.stakeName}
      subtitle={t('reports.title')}
      unit={unit}
      section="reports"
      back={listPath(unit)}
    >
      <div className="report stack">
        <ReportKind ask={ask} onAsk={setAsk} />
        <ReportChoices ask={ask} place={unit.place} onAsk={setAsk} />
        {source === null ? (
          <IconNote className="report-note report-note-part" icon="offline" large>
            {t(online ? 'reports.needs-sign-in' : 'reports.needs-connection')}
          </IconNote>
        ) : null}
        {source === 'here' && !online ? <p className="small">{t('reports.offline')}</p> : null}
        {trouble === null ? null : (
          <IconNote className="report-note report-note-part" icon="warning">
            {failureText(t, trouble)}
          </IconNote>
        )}
        {source === 'here' ? <LocalNote unit={unit} /> : null}
        {unsent > 0 ? (
          <IconNote className="report-note report-note-part" icon="device">
            {t('reports.unsent', { count: unsent })}
          </IconNote>
        ) : null}
        {source === null ? null : (
          <ReportFound
            key={JSON.stringify([source, ask])}
            unit={unit}
            ask={ask}
            preview={preview}
            local={local.report}
          />
        )}
        {hasServer ? <ServerFile unit={unit} ask={ask} /> : null}
        {hasServer ? <ExportFile unit={unit} ask={ask} /> : null}
        {source === 'here' && !hasServer ? file : null}
        {source === 'here' && hasServer ? (
          <Fold title={t('reports.here.create')} icon="device">
            {file}
          </Fold>
        ) : null}
      </div>
    </Page>
  );
}
