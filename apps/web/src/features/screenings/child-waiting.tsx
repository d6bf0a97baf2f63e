import type { ChildFile, SyncState } from '@crece/storage';
import { Link } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { choosePath, waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { Icon } from '../../ui/icon.tsx';

/** The records of a list that are the child's own or belong to the child. */
function ofChild<T extends { id: string; childId?: string }>(
  records: readonly T[],
  { child, others = [] }: ChildFile,
): readonly T[] {
  const ids = [child, ...others].map(({ _id }) => _id);
  return records.filter((record) => ids.includes(record.childId ?? record.id));
}

/** Open tasks about one child, above everything else on its page. */
export function ChildWaiting({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const { t } = useMessages();
  const { sync }: { sync: SyncState } = unit;
  const tasks = ofChild(sync.tasks, file);
  const refused = ofChild(sync.refused, file);
  const isUnread = ofChild(useUnitSnapshot(unit.local).unreadable, file).length > 0;
  const [task] = tasks;
  return (
    <>
      {task === undefined ? null : (
        <Link
          className="note-bar"
          to={tasks.length === 1 ? choosePath(unit, task.id) : waitingPath(unit)}
        >
          <Icon name="split" small />
          <span className="grow">{t('children.waits-tasks', { count: tasks.length })}</span>
          <Icon name="next" small />
        </Link>
      )}
      {refused.length === 0 ? null : (
        <Link className="note-bar" to={waitingPath(unit)}>
          <Icon name="warning" small />
          <span className="grow">{t('children.waits-refused', { count: refused.length })}</span>
          <Icon name="next" small />
        </Link>
      )}
      {isUnread ? (
        <Link className="note-bar" to={waitingPath(unit)}>
          <Icon name="warning" small />
          <span className="grow">{t('children.alert.unread')}</span>
          <Icon name="next" small />
        </Link>
      ) : null}
    </>
  );
}
