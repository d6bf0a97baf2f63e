import {
  type DueEntry,
  dueList,
  type ExpectedGroup,
  type IsoDate,
  isInRefer,
  type NextVisitRules,
  type ScreeningDay,
  saidIn,
} from '@crece/domain';
import { type ChildRow, screeningsHere } from '@crece/storage';
import { useId } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme, useProgrammeRules } from '../../data/programme.ts';
import { rowStanding } from '../../data/row-standing.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { viewRow } from '../../shared/children/child-row-view.ts';
import { DueRows } from '../../shared/due/due-rows.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import type { OutcomeChild } from '../../shared/referrals/say-outcome.tsx';
import { DayChildLink } from './day-child-link.tsx';

type Day = ScreeningDay<ChildRow>;

/** The groups of whom a visit was due until the day; the never screened were promised to nobody. */
export const DUE_GROUPS = ['refer', 'overdue', 'day'] as const satisfies readonly ExpectedGroup[];

/** What of the day is shown: the screened, who is due, this week too, everybody; or a day that is over. */
export type ShownDay = 'screened' | 'due' | 'week' | 'all' | 'over';

/** Who is due within a week after the day. */
export function weekAhead(
  rows: readonly ChildRow[],
  day: IsoDate,
  rules: NextVisitRules,
): readonly DueEntry<ChildRow>[] {
  return (dueList(rows, day, rules).get('week') ?? []).filter(
    ({ visit, child }) => visit.date !== day && child.newest?.surveyDate !== day,
  );
}

interface Place {
  unit: OpenUnit;
  day: IsoDate;
}

/** What is to be done with a child screened on the day: clinic, supplement, next visit. */
function ToDo({ row, day, rules }: { row: ChildRow; day: IsoDate; rules: NextVisitRules }) {
  const { t, date, language } = useMessages();
  const { supplements } = useProgramme();
  const { supplement } = viewRow(row, day);
  const standing = rowStanding(row, day, rules);
  const { next, isGraduate } = standing;
  const isReferred = isInRefer(standing);
  const isHealthWorker = next?.reason === 'low-weight';
  const parts = [
    ...(isReferred ? [t(isHealthWorker ? 'day.do-health-worker' : 'day.do-refer')] : []),
    // With danger nothing is handed out before the clinic has decided.
    ...(supplement === null || isReferred
      ? []
      : [saidIn(supplements[supplement], language) ?? t(`children.supplement.${supplement}`)]),
    // Past the fifth birthday nobody is screened any more: the clinic takes over today.
    ...(next === null || next.date <= day || isGraduate
      ? []
      : [t('day.do-next', { date: date(next.date) })]),
    ...(next?.handOver ? [t('due.hand-over', { past: isGraduate ? 'yes' : 'no' })] : []),
  ];
  return parts.length === 0 ? null : <span className="day-do">{parts.join(' · ')}</span>;
}

/** The children screened on the day, the worst first. */
export function ScreenedRows({ rows, unit, day }: Place & { rows: readonly ChildRow[] }) {
  const rules = useProgrammeRules();
  return (
    <ul className="day-rows day-screened">
      {rows.map((row) => {
        const entries = screeningsHere(unit.sync, row.id, row.screeningCount);
        return (
          <li key={row.id} className="day-row">
            <DayChildLink
              row={row}
              view={viewRow(row, day, entries)}
              to={childPath(row.id, unit.stakeDB)}
            >
              <ToDo row={row} day={day} rules={rules} />
            </DayChildLink>
          </li>
        );
      })}
    </ul>
  );
}

/** The children to see, or who did not come, as the due list shows them. */
export function ExpectedRows({
  expected,
  week,
  shown,
  unit,
  day,
  due,
  isKnown,
  isOnPaper,
  figure,
  onOutcome,
}: Place & {
  expected: Day['expected'];
  week: readonly DueEntry<ChildRow>[];
  shown: ShownDay;
  /** How many were due until the day; null: not known. */
  due: number | null;
  isKnown: boolean;
  isOnPaper: boolean;
  figure: (count: number) => string;
  onOutcome: (child: OutcomeChild) => void;
}) {
  const { t } = useMessages();
  const title = useId();
  const isOver = shown === 'over';
  const of = (group: ExpectedGroup) => expected.get(group) ?? [];
  const hasAll = shown === 'all' || isOver;
  const groups = [
    ...DUE_GROUPS.map((group) => [group, of(group)] as const),
    ...(shown === 'week' || shown === 'all' ? [['week', week] as const] : []),
    ...(hasAll ? [['unscreened', of('unscreened')] as const] : []),
  ];
  const missed = DUE_GROUPS.reduce((sum, group) => sum + of(group).length, 0);
  const count = groups.reduce((sum, [, entries]) => sum + entries.length, 0);
  return (
    <section className="day-expected" aria-labelledby={title}>
      <div className="between day-title">
        <h2 className={isOver ? 'h2' : 'vh'} id={title}>
          {isOver
            ? t('day.missed', { count: isKnown ? missed : -1 })
            : isKnown
              ? t('day.to-see', { count })
              : t('day.to-see-open')}
        </h2>
        {isOver && isKnown && due !== null && due > 0 ? (
          <span className="small muted">{t('day.of-due', { count: due })}</span>
        ) : null}
      </div>
      {count === 0 && !isOver ? <p className="day-note">{t('day.nobody-due')}</p> : null}
      {groups.map(([group, entries]) =>
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
            onOutcome={onOutcome}
          />
        ),
      )}
    </section>
  );
}
