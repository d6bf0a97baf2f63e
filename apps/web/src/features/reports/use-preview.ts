import { todayIn, type UnitDatabase } from '@crece/domain';
import type { ReportRecords } from '@crece/reports';
import { useEffect, useMemo, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { fetchPreview } from '../../api/reports.ts';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useFormerNames } from '../../data/former.ts';
import { useUnitSnapshot } from '../../data/live.ts';
import { useProgrammeRules } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import type { ReportAsk } from '../../shared/navigation/report-paths.ts';
import { type LocalReport, localTable, readLocalUnit } from './local/local-report.ts';
import type { ReportTable } from './report-table.ts';

/** Number of rows shown before a file is made. */
export const FIRST_ROWS = 20;

/** The first rows, once they are known. */
export interface Preview {
  /** Null while they load, and after a failure. */
  table: ReportTable | null;
  /** Why they could not be loaded. */
  failure: HttpError | null;
}

const NOTHING: Preview = { table: null, failure: null };

/** The unit's identity, without the data that changes at every sync. */
function useUnitDatabase({
  stakeDB,
  stakeName,
  countryCode,
  countryName,
  place: { pilot = false },
}: OpenUnit): UnitDatabase {
  return useMemo(
    () => ({ stakeDB, stakeName, countryCode, countryName, pilot }),
    [stakeDB, stakeName, countryCode, countryName, pilot],
  );
}

/** The first rows from the server; makes no request unless `wanted`. */
export function useServerPreview(unit: OpenUnit, ask: ReportAsk, wanted: boolean): Preview {
  const database = useUnitDatabase(unit);
  const [answer, setAnswer] = useState<{ ask: ReportAsk; preview: Preview } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    const { stakeDB, ...rest } = database;
    fetchPreview({ ...rest, stakeDB }, ask, { limit: FIRST_ROWS, signal: stop.signal }).then(
      (table) => {
        setAnswer({ ask, preview: { table, failure: null } });
      },
      (cause: unknown) => {
        if (!(cause instanceof HttpError)) throw cause;
        if (cause.code === 'given-up') return;
        setAnswer({ ask, preview: { table: null, failure: cause } });
      },
    );
    return () => stop.abort();
  }, [database, ask, wanted]);
  return wanted && answer?.ask === ask ? answer.preview : NOTHING;
}

/** Rethrows an error unless our own cancellation caused it. */
function unlessStopped(signal: AbortSignal) {
  return (cause: unknown) => {
    if (!signal.aborted) throw cause;
  };
}

/** The records of the unit on this device, read again when its lists change. */
function useLocalRecords(unit: OpenUnit, wanted: boolean): ReportRecords | null {
  const { state, children, mothers } = useUnitSnapshot(unit.local);
  const [records, setRecords] = useState<ReportRecords | null>(null);
  const { local } = unit;
  const database = useUnitDatabase(unit);
  const device = useDevice();
  const former = useFormerNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of children and mothers tell of every change
  useEffect(() => {
    if (!wanted || state !== 'ready') return;
    const stop = new AbortController();
    const nameOf = async (stakeDB: string) =>
      (await findPlace(device, stakeDB, new Date()))?.unit.stakeName ?? stakeDB;
    readLocalUnit(local, { database, former }, stop.signal, nameOf).then(
      setRecords,
      unlessStopped(stop.signal),
    );
    return () => stop.abort();
  }, [local, database, former, device, state, children, mothers, wanted]);
  return records;
}

/** The report of the unit on this device, with its first rows. */
export function useLocalReport(
  unit: OpenUnit,
  ask: ReportAsk,
  wanted: boolean,
): { report: LocalReport | null; table: ReportTable | null } {
  const records = useLocalRecords(unit, wanted);
  const rules = useProgrammeRules();
  const report = useMemo(() => {
    if (records === null) return null;
    return { records, ask, today: todayIn(unit.timeZone, new Date()), rules };
  }, [records, ask, unit.timeZone, rules]);
  const [shown, setShown] = useState<{ report: LocalReport; table: ReportTable } | null>(null);
  useEffect(() => {
    if (report === null) return;
    const stop = new AbortController();
    localTable(report, FIRST_ROWS, stop.signal).then(
      (table) => setShown({ report, table }),
      unlessStopped(stop.signal),
    );
    return () => stop.abort();
  }, [report]);
  const isAnswer = wanted && shown !== null && shown.report === report;
  return { report: wanted ? report : null, table: isAnswer ? shown.table : null };
}
