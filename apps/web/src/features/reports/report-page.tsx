import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useSignIn } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { type ReportAsk, reportPath } from '../../shared/navigation/report-paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { LocalFile, ServerFile } from './create-file.tsx';
import { ExportFile } from './export-file.tsx';
import { askOfAddress } from './report-ask.ts';
import { Found } from './report-found.tsx';
import { ReportKind, ReportOptions } from './report-options.tsx';
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
  const { language } = useMessages();
  const navigate = useNavigate();
  const ask = useMemo(() => askOfAddress(params, language), [params, language]);
  const change = (part: Partial<ReportAsk>) => {
    void navigate(reportPath(unit, { ...ask, ...part }), { replace: true });
  };
  return [ask, change];
}

type Source = 'server' | 'here';

/**
 * The source of the rows: the server when it is reachable and chosen, otherwise this device, for a
 * single unit.
 */
function useSource(ask: ReportAsk) {
  const online = useOnline();
  const { isServerSession } = useSignIn();
  const [chosen, setChosen] = useState<Source>('server');
  const hasServer = online && isServerSession;
  const hasLocal = ask.scope === 'stake';
  const source: Source | null =
    hasServer && (chosen === 'server' || !hasLocal) ? 'server' : hasLocal ? 'here' : null;
  return { source, setChosen, hasChoice: hasServer && hasLocal, online };
}

function UnitReport({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const [ask, setAsk] = useAsk(unit);
  const { source, setChosen, hasChoice, online } = useSource(ask);
  const server = useServerPreview(unit, ask, source === 'server');
  const local = useLocalReport(unit, ask, source === 'here');
  const preview: Preview = source === 'here' ? { table: local.table, failure: null } : server;
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
        <ReportOptions ask={ask} place={unit.place} onAsk={setAsk} />
        {hasChoice ? (
          <SegmentedControl<Source>
            label={t('reports.source')}
            options={[
              { value: 'server', label: t('reports.source.server'), icon: 'cloud' },
              { value: 'here', label: t('reports.source.here'), icon: 'device' },
            ]}
            value={source ?? ''}
            onChange={({ target }) => setChosen(target.value === 'here' ? 'here' : 'server')}
          />
        ) : null}
        {source === null ? (
          <IconNote className="report-note report-note-part" icon="offline" large>
            {t(online ? 'reports.needs-sign-in' : 'reports.needs-connection')}
          </IconNote>
        ) : null}
        {source === 'here' && !online ? <p className="small">{t('reports.offline')}</p> : null}
        {source === 'here' ? <LocalNote unit={unit} /> : null}
        {source === null ? null : (
          <Found
            key={JSON.stringify([source, ask])}
            unit={unit}
            ask={ask}
            preview={preview}
            local={local.report}
          />
        )}
        {source === 'server' ? <ServerFile unit={unit} ask={ask} /> : null}
        {source === 'server' ? <ExportFile unit={unit} ask={ask} /> : null}
        {source === 'here' ? (
          <LocalFile report={local.report} unit={unit} rows={local.table?.count ?? null} />
        ) : null}
      </div>
    </Page>
  );
}
