import { useNavigate, useParams } from 'react-router';
import { Page } from '../../components/page.tsx';
import { listPath } from '../../components/paths.ts';
import { type ReportAsk, reportPath } from '../../components/report-paths.ts';
import { UnitRoute } from '../../components/unit-route.tsx';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { askOfAddress } from './report-ask.ts';
import { ReportKind, ReportOptions } from './report-options.tsx';
import './reports.css';

/** `/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect` */
export function ReportPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDb={stakeDB}>{(unit) => <UnitReport unit={unit} />}</UnitRoute>;
}

/** The address is what is asked for: a choice changes it, so that a reload and a link show the same. */
function useAsk(unit: OpenUnit): [ReportAsk, (change: Partial<ReportAsk>) => void] {
  const params = useParams();
  const { language } = useMessages();
  const navigate = useNavigate();
  const ask = askOfAddress(params, language);
  const change = (part: Partial<ReportAsk>) => {
    void navigate(reportPath(unit, { ...ask, ...part }), { replace: true });
  };
  return [ask, change];
}

function UnitReport({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const [ask, setAsk] = useAsk(unit);
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
      </div>
    </Page>
  );
}
