import type { IsoDate } from '@crece/domain';
import type { TaskRef } from '@crece/storage';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { choosePath } from '../../shared/navigation/waiting-paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { taskWords } from './record-words.ts';
import { whoOf } from './task-words.ts';
import { WaitingCard } from './waiting-card.tsx';

/** Context of the page: the unit, the dates of its waiting screenings, and today. */
export interface WaitingPlace {
  unit: OpenUnit;
  days: ReadonlyMap<string, IsoDate>;
  today: IsoDate;
}

/** Records for which a person must choose a value, or decide whether to keep them. */
export function TasksCard({
  unit,
  days,
  today,
  kind,
  tasks,
}: WaitingPlace & { kind: TaskRef['kind']; tasks: readonly TaskRef[] }) {
  const translator = useMessages();
  const { t } = translator;
  const these = tasks.filter((task) => task.kind === kind);
  const isValues = kind === 'values';
  return (
    <WaitingCard
      icon="split"
      title={t(isValues ? 'waiting.tasks-title' : 'waiting.removed-title', { count: these.length })}
      text={t(isValues ? 'waiting.tasks-text' : 'waiting.removed-text')}
      items={these}
      keyOf={({ id }) => id}
    >
      {(task) => (
        <Link className="lrow" to={choosePath(unit, task.id)}>
          <span className="grow">
            <span className="t">{whoOf(translator, task.title)}</span>{' '}
            <span className="d">{taskWords(translator, task, days, today)}</span>
          </span>
          <Icon name="next" className="chev" />
        </Link>
      )}
    </WaitingCard>
  );
}
