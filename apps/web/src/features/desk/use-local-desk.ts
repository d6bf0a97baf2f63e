import { type DeskChoice, type FormerNames, todayIn, type UnitDatabase } from '@crece/domain';
import { UnitCollector } from '@crece/reports';
import {
  askedLines,
  type DeskAnswer,
  type DeskReading,
  type DeskRules,
  deskFigures,
  listedChild,
  UnitCounter,
} from '@crece/reports/desk';
import { type LocalUnit, stopIfAborted } from '@crece/storage';
import { useEffect, useMemo, useState } from 'react';
import { useFormerNames } from '../../data/former.ts';
import { useUnitSnapshot } from '../../data/live.ts';
import { openVersions } from '../../data/open-versions.ts';
import { useProgrammeRules } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import type { ShownDesk } from './desk-context.ts';

/** Children counted in one go: half of what a finger notices, on a slow phone. */
const CHILDREN_A_TURN = 50;
const DOCUMENTS_A_TURN = 500;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Counts the records of a unit on this device by the server's functions, with pauses for the page. */
async function readLocal(
  unit: LocalUnit,
  database: UnitDatabase,
  { rules, former }: { rules: DeskRules; former: FormerNames },
  signal: AbortSignal,
): Promise<DeskReading> {
  const collector = new UnitCollector(database, former);
  const documents = await unit.documents();
  for (const [at, document] of documents.entries()) {
    if (at % DOCUMENTS_A_TURN === 0) await turn();
    stopIfAborted(signal);
    collector.add(document);
  }
  for (const version of await openVersions(unit)) collector.addVersion(version);
  const records = collector.finish();
  const counter = new UnitCounter(rules);
  for (const [at, child] of records.children.entries()) {
    if (at % CHILDREN_A_TURN === 0) await turn();
    stopIfAborted(signal);
    counter.add(child);
  }
  return counter.finish(records);
}

/** A desk made on this device, and its lists. */
export interface LocalDesk {
  readonly answer: DeskAnswer;
  readonly page: ShownDesk['page'];
}

function deskOf({ counts, lines }: DeskReading, choice: DeskChoice): LocalDesk {
  const { stakeDB } = counts.unit;
  return {
    answer: { figures: deskFigures([counts], counts.today, choice), failed: [], pending: 0 },
    page: async (asked, { page, size }) => {
      const found = askedLines(lines, asked, choice);
      const from = (page - 1) * size;
      const children = found
        .slice(from, from + size)
        .map((line) => listedChild(stakeDB, line, asked.list));
      return { total: found.length, from, children };
    },
  };
}

/** The desk of the unit as it is on this device; null while it is read, and read again when it changes. */
export function useLocalDesk(unit: OpenUnit, { ages, months }: DeskChoice): LocalDesk | null {
  const { local, stakeDB, stakeName, countryCode, countryName, timeZone } = unit;
  const { pilot = false } = unit.place;
  const { state, children } = useUnitSnapshot(local);
  const programme = useProgrammeRules();
  const former = useFormerNames();
  const [reading, setReading] = useState<DeskReading | null>(null);
  const [fault, setFault] = useState<{ cause: unknown } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of children tell of every change
  useEffect(() => {
    if (state !== 'ready') return;
    const stop = new AbortController();
    const { signal } = stop;
    const database = { stakeDB, stakeName, countryCode, countryName, pilot };
    const rules = { today: todayIn(timeZone, new Date()), timeZone, countryCode, programme };
    readLocal(local, database, { rules, former }, signal).then(
      (read) => {
        if (!signal.aborted) setReading(read);
      },
      (cause: unknown) => {
        if (!signal.aborted) setFault({ cause });
      },
    );
    return () => stop.abort();
  }, [
    local,
    stakeDB,
    stakeName,
    countryCode,
    countryName,
    pilot,
    timeZone,
    state,
    children,
    programme,
    former,
  ]);
  if (fault !== null) throw fault.cause;
  return useMemo(
    () => (reading === null ? null : deskOf(reading, { ages, months })),
    [reading, ages, months],
  );
}
