import type { SyncPhase } from '@crece/storage/sync';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useConfig } from '../../data/config.tsx';
import { useSetting } from '../../data/device.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { openUnitSync } from '../../data/open-sync.ts';
import { useCan } from '../../data/session.tsx';
import { useHandedOver, useSyncProgress } from '../../data/sync.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useLatest } from '../../data/use-latest.ts';
import { comingPath } from '../../shared/navigation/moving-path.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { listOfType, type ScreenType, screenTypeOf } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import {
  backupPath,
  handOverPath,
  localCopyPath,
  receivePath,
  removedPath,
} from '../../shared/navigation/waiting-paths.ts';
import { momentText } from '../../shared/words/moment.ts';
import { useNotices } from '../../ui/notices.tsx';
import { DeviceCard } from './device-card.tsx';
import { retryForPerson, runForPerson, tellNotBegun } from './person-run.ts';
import { FoldedBox, WayTo } from './rows.tsx';
import { ServerCard } from './server-card.tsx';
import './sync.css';
import { SyncCard } from './sync-card.tsx';
import { type AgainState, syncErrorPath, useAgain } from './sync-paths.ts';
import { useNow } from './use-now.ts';
import { WaitingRecordsCard } from './waiting-records-card.tsx';
import { type SameAhead, WayToSame } from './way-to-same.tsx';

/** The coordinator's part of the page. */
type DeskPart = ComponentType<{ unit: OpenUnit }>;

/** What other features give to the page. */
interface Parts {
  desk?: DeskPart;
  sameAhead?: SameAhead;
}

/** `/children/sync/:stakeDB/:stakeName/:screenType` */
export function SyncPage(parts: Parts) {
  const { stakeDB = '', screenType } = useParams();
  return (
    <UnitRoute stakeDB={stakeDB}>
      {(unit) => <UnitSync unit={unit} screenType={screenTypeOf(screenType)} {...parts} />}
    </UnitRoute>
  );
}

/**
 * Functions that start and pause runs. A complete run goes to the list `backTo`; a run without
 * credentials goes to the page of sync errors.
 */
function useRuns(unit: OpenUnit, backTo: string, contact: string) {
  const { t } = useMessages();
  const notices = useNotices();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [returns, setReturns] = useState(true);
  // Read when a run ends, long after it was started.
  const page = useRef({ isShown: false, returns });
  useEffect(() => {
    page.current.returns = returns;
  });
  useEffect(() => {
    const shown = page.current;
    shown.isShown = true;
    return () => {
      shown.isShown = false;
    };
  }, []);

  const go = async (begin: typeof runForPerson) => {
    const voice = { t, contact, ...notices };
    const outcome = await begin(openUnitSync(unit.local), voice);
    if (!page.current.isShown) {
      tellNotBegun(outcome, voice);
      return;
    }
    if (outcome.kind === 'complete' && page.current.returns) void navigate(backTo);
    if (outcome.kind === 'failed' && outcome.step === 'credentials') {
      const state: AgainState = { back: pathname + search };
      void navigate(syncErrorPath(outcome.fault), { state });
    }
  };
  const run = () => go(runForPerson);
  const pause = () => openUnitSync(unit.local).cancel();
  const check = async () => {
    await openUnitSync(unit.local).checkEverything();
    await run();
  };
  return { returns, setReturns, run, tryNow: () => go(retryForPerson), pause, check };
}

/** Whether no run changes records now. */
const isAtRest = (phase: SyncPhase | undefined): boolean =>
  phase === undefined || phase === 'idle' || phase === 'waiting';

function UnitSync({
  unit,
  screenType,
  desk: Desk,
  sameAhead,
}: Parts & { unit: OpenUnit; screenType: ScreenType }) {
  const { t } = useMessages();
  const online = useOnline();
  const config = useConfig();
  const contact = config.supportContact ?? t('errors.your-administrator');
  const { local, sync, pending } = unit;
  const { orphans, state } = useUnitSnapshot(local);
  const progress = useSyncProgress(local);
  const handedOver = useHandedOver(local);
  const now = useNow(progress?.phase === 'waiting');
  const mayMerge = useCan('remove-child', unit.place);
  const list = listOfType(unit, screenType);
  const { returns, setReturns, run, tryNow, pause, check } = useRuns(unit, list, contact);
  useStartAgain(run);

  return (
    <Page
      title={unit.stakeName}
      subtitle={t('sync.title')}
      unit={unit}
      section="sync"
      screenType={screenType}
      back={list}
    >
      <div className="sync-page">
        <SyncCard
          pending={pending}
          handedOver={handedOver}
          demo={unit.demo}
          sync={sync}
          progress={progress}
          clockDifference={local.clockDifference()}
          online={online}
          now={now}
          contact={contact}
          listPath={list}
          handOverPath={handOverPath(unit)}
          receivePath={receivePath(unit)}
          returns={returns}
          onReturns={setReturns}
          onRun={() => void run()}
          onTryNow={() => void tryNow()}
          onPause={pause}
        />
        <div className="stack">
          <WaitingRecordsCard unit={unit} sync={sync} orphans={orphans.length} />
          {Desk === undefined ? null : <Desk unit={unit} />}
          <div className="card card-flush box">
            <WayTo
              to={removedPath(unit)}
              icon="remove"
              title={t('children.removed-list')}
              detail={t('sync.removed-text')}
            />
            {mayMerge ? (
              <>
                <WayToSame
                  key={unit.stakeDB}
                  unit={unit}
                  isQuiet={state === 'ready' && isAtRest(progress?.phase)}
                  {...(sameAhead === undefined ? {} : { ahead: sameAhead })}
                />
                <WayTo to={comingPath(unit)} icon="exit" title={t('move.coming-title')} />
              </>
            ) : null}
          </div>
          <FilesCard unit={unit} />
          <DeviceCard unit={unit} />
          <ServerCard
            stakeDB={unit.stakeDB}
            online={online}
            contact={contact}
            isRunning={progress !== undefined && progress.phase !== 'idle'}
            onCheck={() => void check()}
          />
        </div>
      </div>
    </Page>
  );
}

/** Folded: links to save the content of this device to a file, and to remove the local copy. */
function FilesCard({ unit }: { unit: OpenUnit }) {
  const messages = useMessages();
  const { t } = messages;
  const [last] = useSetting('lastBackup');
  const saved =
    last === undefined
      ? t('sync.backup-text')
      : t('sync.backup-last', { time: momentText(messages, last.at, new Date()) });
  return (
    <FoldedBox title={t('sync.files')}>
      <WayTo to={backupPath(unit.stakeDB)} icon="lock" title={t('sync.backup')} detail={saved} />
      <WayTo
        to={localCopyPath(unit)}
        icon="remove"
        title={t('sync.local-copy')}
        detail={t('sync.local-copy-text')}
      />
    </FoldedBox>
  );
}

/** "Try again" on the page of sync errors starts a run at once, and only once. */
function useStartAgain(run: () => Promise<void>): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isAsked = useAgain().again === true;
  const start = useLatest(run);
  useEffect(() => {
    if (!isAsked) return;
    void navigate(pathname + search, { replace: true, state: null });
    void start.current();
  }, [isAsked, navigate, pathname, search, start]);
}
