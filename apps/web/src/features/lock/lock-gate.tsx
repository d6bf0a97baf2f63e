import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import {
  CoverContext,
  DEFAULT_LOCK_MINUTES,
  DOORS,
  lockAtStart,
  lockNow,
  useLockState,
} from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import './lock-gate.css';

const LockScreen = lazy(async () => {
  try {
    return { default: (await import('./lock-screen.tsx')).LockScreen };
  } catch (cause) {
    console.error('The lock could not be loaded.', cause);
    return { default: LockMissing };
  }
});

/** Shown when the lock's screen does not load: the device stays locked. */
function LockMissing() {
  const { t } = useMessages();
  return (
    <main className="page">
      <Blank picture="locked" title={t('errors.page-missing-title')}>
        {t('errors.page-missing')}
      </Blank>
    </main>
  );
}

/**
 * Starts the keeper of people, session and touches, and lets a new tab find out whether it is a
 * start.
 */
function useKeeper(isAsking: boolean, onAnswer: () => void): void {
  const device = useDevice();
  const first = useRef({ isAsking, onAnswer });
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    const start = async () => {
      const { startKeeper } = await import('./keeper.ts');
      if (!isGone) stop = await startKeeper(device, first.current.isAsking);
    };
    start()
      .catch((cause: unknown) => {
        console.error('The lock is not looked after in this visit.', cause);
        if (first.current.isAsking) lockNow();
      })
      .finally(() => {
        if (isGone) {
          stop();
          return;
        }
        first.current.isAsking = false;
        first.current.onAnswer();
      });
    return () => {
      isGone = true;
      stop();
    };
  }, [device]);
}

/** Restores the focus after the lock is opened. */
function useFocusBack(covered: boolean) {
  const below = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null;
    };
    const element = below.current;
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    if (covered) return () => last.current?.focus({ preventScroll: true });
    return undefined;
  }, [covered]);
  return below;
}

/**
 * Covers the whole application while it is locked. Open content stays mounted below, so that
 * nothing typed is lost; nothing is rendered when the application starts locked.
 */
export function LockGate({ children }: { children: ReactNode }) {
  const device = useDevice();
  const { pathname } = useLocation();
  const [isAsking, setAsking] = useState(
    () =>
      lockAtStart(Date.now(), device.getSetting('lockMinutes') ?? DEFAULT_LOCK_MINUTES) === 'ask',
  );
  useKeeper(isAsking, () => setAsking(false));
  const isLocked = useLockState() === 'locked' || isAsking;
  const covered = isLocked && !DOORS.test(pathname);
  const below = useFocusBack(covered);
  const [wasOpen, setWasOpen] = useState(!covered);
  if (!covered && !wasOpen) setWasOpen(true);

  return (
    <>
      <CoverContext value={covered ? 'covered' : isLocked ? 'door' : 'none'}>
        <div
          ref={below}
          className={covered ? 'covered' : undefined}
          inert={covered}
          aria-hidden={covered ? true : undefined}
        >
          {wasOpen ? children : null}
        </div>
      </CoverContext>
      {covered ? (
        <div className="lock">
          {isAsking ? null : (
            <Suspense>
              <LockScreen />
            </Suspense>
          )}
        </div>
      ) : null}
    </>
  );
}
