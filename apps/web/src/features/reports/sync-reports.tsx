import { LANGUAGES } from '@crece/messages';
import { Link, useSearchParams } from 'react-router';
import { beginConvert } from '../../api/reports.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useProgramme } from '../../data/programme.ts';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { importPath } from '../../shared/navigation/import-paths.ts';
import { MY_REPORTS_PATH, reportPath } from '../../shared/navigation/report-paths.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { RunProgress } from './csv-status/run-progress.tsx';
import { failureWords, useCsvRun } from './csv-status/use-csv-run.ts';
import './reports.css';

function RowText({ icon, title, detail }: { icon: IconName; title: string; detail: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className="grow">
        <span className="t">{title}</span>
        <span className="d">{detail}</span>
      </span>
    </>
  );
}

function Way({ to, ...text }: { to: string; icon: IconName; title: string; detail: string }) {
  return (
    <Link className="lrow" to={to}>
      <RowText {...text} />
      <Icon name="next" className="chev" />
    </Link>
  );
}

/** The language of reports: from the address's query, otherwise the interface language. */
function useReportLanguage() {
  const [query] = useSearchParams();
  const { language } = useMessages();
  return LANGUAGES.find((one) => one === query.get('language')) ?? language;
}

/** Part of the sync page: the unit's reports, one's own files, the upload, and the conversion. */
export function SyncReports({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const { fileDays } = useProgramme();
  const language = useReportLanguage();
  const mayUpload = useCan('upload', unit.place);
  const mayConvert = useCan('convert', unit.place);
  return (
    <section className="card card-flush box" aria-label={t('reports.title')}>
      <h2 className="h3">{t('reports.title')}</h2>
      <Way
        to={reportPath(unit, { language })}
        icon="table"
        title={t('reports.of-unit')}
        detail={t('reports.of-unit-text')}
      />
      <Way
        to={MY_REPORTS_PATH}
        icon="down"
        title={t('reports.mine')}
        detail={t('reports.mine-text', { days: fileDays })}
      />
      {mayUpload ? (
        <Way
          to={importPath(unit)}
          icon="up"
          title={t('reports.upload')}
          detail={t('reports.upload-text')}
        />
      ) : null}
      {mayConvert ? <Convert unit={unit} /> : null}
    </section>
  );
}

/** "Convert z-scores": confirmed first, then followed over the same channel as a report. */
function Convert({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const online = useOnline();
  const ask = useAsk();
  const { state, start, isRunning } = useCsvRun(t('reports.converted'));
  const begin = async () => {
    const sure = await ask.confirm({
      title: t('reports.convert-question', { unit: unit.stakeName }),
      body: t('reports.convert-body'),
      yes: t('reports.convert'),
    });
    if (sure) await start((room) => beginConvert(unit, room));
  };
  return (
    <>
      <button
        type="button"
        className="lrow"
        disabled={!online || isRunning}
        onClick={() => void begin()}
      >
        <RowText icon="ruler" title={t('reports.convert')} detail={t('reports.convert-text')} />
      </button>
      {state === null ? null : (
        <div className="report-convert">
          <RunProgress state={state} label={t('reports.convert-label')} />
          {state.at === 'done' ? (
            <p role="status">
              <b>{t('reports.converted')}</b> {state.text}
            </p>
          ) : null}
          {state.at === 'failed' ? <p>{failureWords(t, state.failure).text}</p> : null}
        </div>
      )}
    </>
  );
}
