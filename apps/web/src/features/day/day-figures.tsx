import type { DayCounts, MarkColour } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/** The colours of the count with the filter of the list whose word they use. */
const COLOURS = [
  ['red', 'r'],
  ['amber', 'w'],
  ['green', 'n'],
  ['grey', 'u'],
] as const satisfies readonly (readonly [MarkColour, 'r' | 'w' | 'n' | 'u'])[];

const RADIUS = 25;
const ROUND = 2 * Math.PI * RADIUS;

/** How many of those due have come, as a ring with both figures in it. */
function Ring({ came, due }: { came: number; due: number }) {
  const { number } = useMessages();
  return (
    <svg className="day-ring" viewBox="0 0 60 60" width="60" height="60" aria-hidden="true">
      <circle className="day-ring-all" cx="30" cy="30" r={RADIUS} />
      <circle
        className="day-ring-came"
        cx="30"
        cy="30"
        r={RADIUS}
        strokeDasharray={`${(came / due) * ROUND} ${ROUND}`}
        transform="rotate(-90 30 30)"
      />
      <text x="30" y="35" textAnchor="middle">
        {`${number(came)}/${number(due)}`}
      </text>
    </svg>
  );
}

/**
 * The children screened on a day as a bar of their marks, and how many of those due have come as a ring.
 * Before the first child there is nothing to count.
 */
export function DayFigures({
  counts,
  came,
  due,
  said,
  isOver,
}: {
  counts: DayCounts;
  /** Of those who were due, how many came; null: not known. */
  came: number | null;
  due: number | null;
  said: string;
  isOver: boolean;
}) {
  const { t, number } = useMessages();
  const shown = COLOURS.filter(([tone]) => counts[tone] > 0);
  const hasRing = came !== null && due !== null && due > 0;
  return (
    <div className={isOver ? 'day-figures day-figures-over' : 'day-figures'}>
      {hasRing ? <Ring came={came} due={due} /> : null}
      <div className="day-said">
        <h2 className={isOver ? 'h1' : 'vh'}>{said}</h2>
        {hasRing ? (
          <p className={isOver ? 'small muted' : 'vh'}>
            {t('day.came', { came, due, over: isOver ? 'yes' : 'no' })}
          </p>
        ) : null}
      </div>
      {shown.length === 0 ? null : (
        <div className="day-marks">
          <div className="day-bar" aria-hidden="true">
            {shown.map(([tone]) => (
              <i key={tone} className={`st-${tone}`} style={{ flexGrow: counts[tone] }} />
            ))}
          </div>
          <ul className="day-counts">
            {shown.map(([tone, filter]) => (
              <li key={tone}>
                <StatusMark tone={tone} size="sm" />
                <b>{number(counts[tone])}</b> {t(`children.filter.${filter}`)}
              </li>
            ))}
            {counts.refer === 0 ? null : (
              <li className="day-refer">{t('day.refer', { count: counts.refer })}</li>
            )}
          </ul>
        </div>
      )}
    </div>
  );
}
