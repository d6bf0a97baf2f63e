import {
  EXPECTED_GROUPS,
  type IsoDate,
  isInRefer,
  type MarkColour,
  type NextVisitRules,
  type ScreeningDay,
} from '@crece/domain';
import { type ChildRow, screeningsHere } from '@crece/storage';
import { useId } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useNextVisitRules } from '../../data/programme.ts';
import { rowStanding } from '../../data/row-standing.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { viewRow } from '../../shared/children/child-row-view.ts';
import { DueRows } from '../../shared/due/due-rows.tsx';
import { PrintButton } from '../../shared/due/print-button.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { DayChild } from './day-child.tsx';

type Day = ScreeningDay<ChildRow>;

interface Place {
  unit: OpenUnit;
  day: IsoDate;
}

/** The colours of the running count with the filter of the list whose word they use. */
const COLOURS = [
  ['red', 'r'],
  ['amber', 'w'],
  ['green', 'n'],
  ['grey', 'u'],
] as const satisfies readonly (readonly [MarkColour, 'r' | 'w' | 'n' | 'u'])[];

/** The children screened, as a bar of their marks, and how many are to be referred. */
export function DayCounts({
  counts,
  figure,
}: {
  counts: Day['counts'];
  figure: (count: number) => string;
}) {
  const { t } = useMessages();
  const shown = COLOURS.filter(([tone]) => counts[tone] > 0);
  return (
    <div className="day-figures">
      <div className="day-bar" aria-hidden="true">
        {shown.map(([tone]) => (
          <i key={tone} className={`st-${tone}`} style={{ flexGrow: counts[tone] }} />
        ))}
      </div>
      <ul className="day-counts">
        {shown.map(([tone, filter]) => (
          <li key={tone}>
            <StatusMark tone={tone} size="sm" />
            <b>{figure(counts[tone])}</b> {t(`children.filter.${filter}`)}
          </li>
        ))}
        {counts.refer === 0 ? null : (
          <li className="day-refer">{t('day.refer', { count: counts.refer })}</li>
        )}
      </ul>
    </div>
  );
}

/** What is to be done with a child screened on the day: clinic, supplement, next visit. */
function ToDo({ row, day, rules }: { row: ChildRow; day: IsoDate; rules: NextVisitRules }) {
  const { t, date } = useMessages();
  const { supplement } = viewRow(row, day);
  const standing = rowStanding(row, day, rules);
  const { next } = standing;
  const isReferred = isInRefer(standing);
  const isHealthWorker = next?.reason === 'low-weight';
  const parts = [
    ...(isReferred ? [t(isHealthWorker ? 'day.do-health-worker' : 'day.do-refer')] : []),
    // With danger nothing is handed out before the clinic has decided.
    ...(supplement === null || isReferred ? [] : [t(`children.supplement.${supplement}`)]),
    ...(next === null || next.date <= day ? [] : [t('day.do-next', { date: date(next.date) })]),
    ...(next?.handOver ? [t('due.hand-over')] : []),
  ];
  return parts.length === 0 ? null : <span className="day-do">{parts.join(' · ')}</span>;
}

/** The children screened on the day, the worst first. */
export function ScreenedRows({ rows, unit, day }: Place & { rows: readonly ChildRow[] }) {
  const rules = useNextVisitRules();
  return (
    <ul className="day-rows day-screened">
      {rows.map((row) => {
        const entries = screeningsHere(unit.sync, row.id, row.screeningCount);
        return (
          <li key={row.id} className="day-row">
            <DayChild
              row={row}
              view={viewRow(row, day, entries)}
              to={childPath(row.id, unit.stakeDB)}
            >
              <ToDo row={row} day={day} rules={rules} />
            </DayChild>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The children expected on the day and not seen, as the due list shows them: while the day goes on,
 * those still to see.
 */
export function ExpectedRows({
  expected,
  unit,
  day,
  isOver,
  isKnown,
  isOnPaper,
  figure,
  onPrint,
}: Place & {
  expected: Day['expected'];
  /** Whether nobody comes any more. */
  isOver: boolean;
  isKnown: boolean;
  isOnPaper: boolean;
  figure: (count: number) => string;
  onPrint: () => void;
}) {
  const { t } = useMessages();
  const title = useId();
  const groups = EXPECTED_GROUPS.map((group) => ({ group, entries: expected.get(group) ?? [] }));
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <section className="day-expected" aria-labelledby={title}>
      <div className="between day-title">
        <h2 className="h1" id={title}>
          {isOver
            ? isKnown
              ? t('day.expected', { count })
              : t('day.expected-open')
            : isKnown
              ? t('day.to-see', { count })
              : t('day.to-see-open')}
        </h2>
        {count === 0 ? null : <PrintButton before={onPrint} />}
      </div>
      {groups.map(({ group, entries }) =>
        entries.length === 0 ? null : (
          <DueRows
            key={group}
            name={t(`day.group.${group}`)}
            entries={entries}
            unit={unit}
            today={day}
            from="day"
            isWhole={isOnPaper}
            count={figure(entries.length)}
          />
        ),
      )}
    </section>
  );
}
