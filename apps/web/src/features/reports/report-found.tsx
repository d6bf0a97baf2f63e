import { todayIn } from '@crece/domain';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { HttpError } from '../../api/http.ts';
import { fetchPreview } from '../../api/reports.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useProgramme } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import type { ReportAsk } from '../../shared/navigation/report-paths.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { failureText } from '../../shared/words/failure-words.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { HandList, isHandList } from './hand-list.tsx';
import { type LocalReport, localTable } from './local/local-report.ts';
import { ReportRows } from './report-preview.tsx';
import type { ReportTable } from './report-table.ts';
import { useVoiceOf } from './report-voice.ts';
import { useLocalWords } from './source-note.tsx';
import type { Preview } from './use-preview.ts';

/** Longer lists must be printed from their file: more pages would overload a phone. */
const PRINTED_ROWS = 2_000;

interface FoundProps {
  unit: OpenUnit;
  ask: ReportAsk;
  preview: Preview;
  /** The report of this device, when the rows come from it. */
  local: LocalReport | null;
}

/** The number of rows, the first of them, and the printed list. */
export function ReportFound({ unit, ask, preview, local }: FoundProps) {
  const { t } = useMessages();
  const { settings } = useConfig();
  const atRisk = useAtRiskCountries();
  const { table, failure } = preview;
  const number = table?.settings ?? settings;
  if (failure !== null) {
    const { status } = failure;
    const known = status === 403 ? 'reports.forbidden' : status === 429 ? 'reports.busy' : null;
    return (
      <IconNote className="report-note report-note-part" icon="warning" large>
        {known === null ? failureText(t, failure) : t(known)}
      </IconNote>
    );
  }
  if (table === null) return <Waiting text={t('reports.reading')} />;
  // Without a single child every report would say that all is well.
  const isEmpty = table.children === 0 && ask.type !== 'women';
  return (
    <div className="stack">
      <div className="report-found">
        <p className="h1" role="status">
          {isEmpty
            ? t('reports.empty-title')
            : t(`reports.count.${ask.type}`, { count: table.count })}
        </p>
        {isHandList(ask.type) && table.count > 0 ? (
          <PrintButton unit={unit} ask={ask} local={local} />
        ) : null}
      </div>
      <p className="small muted report-purpose">
        {t(`reports.who.${ask.type}`, atRisk)}
        {number > 0 ? ` ${t('reports.settings-number', { number })}` : ''}
      </p>
      <Missing table={table} />
      {table.count === 0 ? (
        <p className="muted">{isEmpty ? t('reports.empty') : t(`reports.none.${ask.type}`)}</p>
      ) : (
        <>
          <ReportRows table={table} type={ask.type} language={ask.language} />
          {table.count > table.rows.length ? (
            <p className="small muted">{t('reports.first-rows', { count: table.rows.length })}</p>
          ) : null}
        </>
      )}
    </div>
  );
}

/** The countries whose list of supplements has children at risk too, by the programme's settings. */
function useAtRiskCountries() {
  const { list } = useMessages();
  const { atRiskCountries } = useProgramme();
  const labelOf = useCountryLabel();
  const known = usePlaces()?.countries ?? [];
  const names = atRiskCountries.map((code) => {
    const country = known.find((each) => each.code === code);
    return country === undefined ? code : labelOf(country);
  });
  return { countries: list(names.sort()), some: names.length === 0 ? 'no' : 'yes' };
}

/** Names what is missing in the rows: nothing is left out without a note. */
function Missing({ table }: { table: ReportTable }) {
  const { t, list } = useMessages();
  const { failedUnits, unreadable } = table;
  return (
    <>
      {failedUnits.length === 0 ? null : (
        <IconNote className="report-note report-note-part" icon="warning" large>
          {t('reports.failed-units', {
            count: failedUnits.length,
            units: list(failedUnits),
          })}
        </IconNote>
      )}
      {unreadable === 0 ? null : (
        <IconNote className="report-note report-note-part" icon="warning" large>
          {t('reports.unreadable', { count: unreadable })}
        </IconNote>
      )}
    </>
  );
}

/** Fetches or makes all rows, lays out the list for paper and opens the browser's print dialog. */
function PrintButton({ unit, ask, local }: Omit<FoundProps, 'preview'>) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const [printed, setPrinted] = useState<{ table: ReportTable } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const voice = useVoiceOf(ask.language);
  const { text } = useLocalWords(unit, voice);
  const rows = async (): Promise<ReportTable> =>
    local === null
      ? await fetchPreview(unit, ask, { limit: PRINTED_ROWS })
      : await localTable(local, PRINTED_ROWS, new AbortController().signal);
  const print = async () => {
    setBusy(true);
    try {
      setPrinted({ table: await rows() });
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      complain({ title: t('reports.print-failed'), text: failureText(t, cause) });
    } finally {
      setBusy(false);
    }
  };
  const last = useRef<object | null>(null);
  useEffect(() => {
    if (printed === null || last.current === printed) return;
    last.current = printed;
    window.print();
  }, [printed]);
  const left = printed === null ? 0 : printed.table.count - printed.table.rows.length;
  return (
    <>
      <Button kind="primary" icon="paper" disabled={isBusy} onClick={() => void print()}>
        {t(isBusy ? 'reports.reading' : 'reports.print')}
      </Button>
      {left > 0 ? <p className="small">{t('reports.print-left', { count: left })}</p> : null}
      {printed === null
        ? null
        : createPortal(
            <HandList
              table={printed.table}
              ask={ask}
              voice={voice}
              today={todayIn(unit.timeZone, new Date())}
              note={local === null ? null : text}
            />,
            document.body,
          )}
    </>
  );
}
