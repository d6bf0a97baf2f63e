import type { SyncState } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import type { UnitRef } from '../../shared/navigation/paths.ts';
import { choosePath, waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { TitledBox, WayTo } from './rows.tsx';

/** Records that a person must decide or correct; shows nothing when there are none. */
export function WaitingRecordsCard({
  unit,
  sync,
  orphans,
}: {
  unit: UnitRef;
  sync: SyncState;
  /** Number of screenings whose child is not here. */
  orphans: number;
}) {
  const { t } = useMessages();
  const { tasks, refused } = sync;
  const values = tasks.filter(({ kind }) => kind === 'values');
  const removed = tasks.filter(({ kind }) => kind === 'removed');
  const removals = refused.filter(({ removal }) => removal);
  const others = refused.length - removals.length;
  if (tasks.length === 0 && refused.length === 0 && orphans === 0) return null;
  const list = waitingPath(unit);
  const toTasks = ([first, ...more]: typeof tasks) =>
    first !== undefined && more.length === 0 ? choosePath(unit, first.id) : list;
  return (
    <TitledBox title={t('sync.waiting')}>
      {values.length === 0 ? null : (
        <WayTo
          to={toTasks(values)}
          icon="split"
          title={t('waiting.tasks-title', { count: values.length })}
          detail={t('sync.waiting-values-text')}
        />
      )}
      {removed.length === 0 ? null : (
        <WayTo
          to={toTasks(removed)}
          icon="split"
          title={t('sync.waiting-removed', { count: removed.length })}
          detail={t('sync.waiting-removed-text')}
        />
      )}
      {others === 0 ? null : (
        <WayTo
          to={list}
          icon="warning"
          title={t('sync.waiting-refused', { count: others })}
          detail={t('sync.waiting-refused-text')}
        />
      )}
      {removals.length === 0 ? null : (
        <WayTo
          to={list}
          icon="remove"
          title={t('waiting.removals-title', { count: removals.length })}
          detail={t('sync.waiting-removals-text')}
        />
      )}
      {orphans === 0 ? null : (
        <WayTo
          to={list}
          icon="child"
          title={t('waiting.orphans-title', { count: orphans })}
          detail={t('sync.waiting-orphans-text')}
        />
      )}
    </TitledBox>
  );
}
