import { unitOfId } from '@crece/domain';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import {
  type OpenUnit,
  type UnitState,
  useOpenUnit,
  useUnitOfRecord,
  useUnitState,
} from '../../data/units.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Later } from '../../ui/later.tsx';
import { useAnyUnsaved } from '../forms/unsaved.tsx';
import { RecordNotFound } from './not-found.tsx';
import { Page } from './page.tsx';
import { homePath } from './paths.ts';

type Draw = (unit: OpenUnit) => ReactNode;

/**
 * Opens the unit of an address and renders the page in it; unknown and broken units have their own
 * pages.
 */
export function UnitRoute({
  stakeDB,
  fromFirstRows = false,
  children,
}: {
  stakeDB: string;
  /** Whether the page can show the beginning of the list while the rest is read. */
  fromFirstRows?: boolean;
  children: Draw;
}) {
  const state = useStaying(useUnitState(stakeDB, fromFirstRows), stakeDB);
  if (state.state === 'open') return <InUnit opened={state.opened} draw={children} />;
  if (state.state === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <NotOpen state={state} stakeDB={stakeDB} />;
}

/**
 * The unit stays open to a form with something typed when the person loses the right to it meanwhile, when
 * the list of places loses it, or when its records were closed: once the form was closed, what is typed
 * could not be reached any more. Never to anybody else.
 */
function useStaying(state: UnitState, stakeDB: string): UnitState {
  const hasTyped = useAnyUnsaved();
  const person = useSession()?.id;
  const [shown, setShown] = useState<{ key: string; state: UnitState } | null>(null);
  const key = `${person} ${stakeDB}`;
  // Kept under who it was opened for: the next person still sees it for a moment.
  if (state.state === 'open' && shown?.state !== state) setShown({ key, state });
  const isLost = state.state !== 'open' && state.state !== 'opening';
  return isLost && hasTyped && shown?.key === key ? shown.state : state;
}

/**
 * The same for an address with only a record's id: the unit is read from the id, else from
 * `?stakeDB=`, else searched for on this device.
 */
export function RecordRoute({ recordId, children }: { recordId: string; children: Draw }) {
  const [query] = useSearchParams();
  const named = unitOfId(recordId) ?? query.get('stakeDB');
  const found = useUnitOfRecord(named === null ? recordId : null);
  const stakeDB = named ?? found;
  if (stakeDB === undefined) return <NotOpen state={{ state: 'opening' }} stakeDB="" />;
  if (stakeDB === null) return <RecordNotFound />;
  return <UnitRoute stakeDB={stakeDB}>{children}</UnitRoute>;
}

function InUnit({
  opened,
  draw,
}: {
  opened: Extract<UnitState, { state: 'open' }>['opened'];
  draw: Draw;
}) {
  return draw(useOpenUnit(opened));
}

/** After this time an opening unit says what may hold it up. */
const SLOW_MS = 10_000;

const loadNotOpened = async () => (await import('./not-opened.tsx')).NotOpened;

function NotOpen({
  state,
  stakeDB,
}: {
  state: Exclude<UnitState, { state: 'open' | 'forbidden' }>;
  stakeDB: string;
}) {
  const { t } = useMessages();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state.state === 'opening' && !isSlow) {
    return (
      <Page title={t('app.unit-opening')} back={homePath()} brand>
        <Waiting text={t('app.unit-opening')} />
      </Page>
    );
  }
  return <Later load={loadNotOpened} props={{ state, stakeDB }} />;
}
