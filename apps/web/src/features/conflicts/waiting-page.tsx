import { Navigate, useParams, useSearchParams } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { listPath, syncPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { waitingCount } from '../../shared/screenings/record-state.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { FileRemovalsCard, useFileRemovals } from './file-removals.tsx';
import { OrphansCard, UnreadableCard } from './lost-records.tsx';
import { OnlyHere, TO_SYNC } from './only-here.tsx';
import { useScreeningDays } from './record-words.ts';
import { RefusedCard } from './refused-records.tsx';
import { RemovalsCard } from './removals.tsx';
import { TasksCard } from './tasks.tsx';
import './waiting.css';
import { UnreadablePage } from '../../shared/records/unreadable-page.tsx';

/** /children/waiting/:stakeDB/:stakeName: everything of a unit that waits for a person. */
export function WaitingPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitWaiting unit={unit} />}</UnitRoute>;
}

function UnitWaiting({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const maySync = useCan('sync');
  const [query] = useSearchParams();
  const snapshot = useUnitSnapshot(unit.local);
  if (maySync && query.get(TO_SYNC) === 'sync') {
    return <Navigate to={syncPath(unit, 'children')} replace />;
  }
  return (
    <Page
      title={t(maySync ? 'waiting.title' : 'sync.title')}
      subtitle={unit.stakeName}
      back={maySync ? syncPath(unit, 'children') : listPath(unit)}
      unit={unit}
      section="sync"
      width="read"
    >
      {snapshot.state === 'loading' ? <Waiting /> : null}
      {snapshot.state === 'failed' ? <UnreadablePage fault={snapshot.fault} /> : null}
      {snapshot.state === 'ready' ? (
        <div className="stack">
          {maySync || unit.demo ? null : <OnlyHere unit={unit} />}
          <WhatWaits unit={unit} isAlone={maySync || unit.demo} />
        </div>
      ) : null}
    </Page>
  );
}

function WhatWaits({
  unit,
  isAlone,
}: {
  unit: OpenUnit;
  /** Nothing else is on the page: it must say that nothing waits. */
  isAlone: boolean;
}) {
  const { t } = useMessages();
  const snapshot = useUnitSnapshot(unit.local);
  const today = useToday(unit.timeZone);
  const { sync, orphans, unreadable } = snapshot;
  const days = useScreeningDays(unit.local, [...sync.tasks, ...sync.refused]);
  const { removals, read } = useFileRemovals(unit.local);
  const counted = { ...sync, removalsInFiles: removals?.length ?? 0 };
  const count = waitingCount({ ...snapshot, sync: counted });
  if (count === 0 && !isAlone) return null;
  if (count === 0 && removals === null) return <Waiting />;
  if (count === 0) {
    return (
      <Blank
        picture="start"
        title={t('waiting.none-title')}
        actions={
          <ButtonLink kind="primary" to={listPath(unit)}>
            {t('children.to-list')}
          </ButtonLink>
        }
      >
        {t('waiting.none-text')}
      </Blank>
    );
  }
  const place = { unit, days, today };
  return (
    <div className="stack waits">
      <p className="muted">{t('waiting.lead')}</p>
      <TasksCard {...place} kind="values" tasks={sync.tasks} />
      <TasksCard {...place} kind="removed" tasks={sync.tasks} />
      <RemovalsCard {...place} refused={sync.refused} />
      <FileRemovalsCard {...place} removals={removals ?? []} onDecided={read} />
      <RefusedCard {...place} refused={sync.refused} tasks={sync.tasks} />
      <OrphansCard orphans={orphans} />
      <UnreadableCard records={unreadable} />
    </div>
  );
}
