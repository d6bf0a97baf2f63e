import { unitOfId } from '@crece/domain';
import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import {
  type OpenUnit,
  type UnitState,
  useOpenUnit,
  useUnitOfRecord,
  useUnitState,
} from '../../data/units.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { useFaultSentence } from '../words/fault.ts';
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
  const state = useUnitState(stakeDB, fromFirstRows);
  if (state.state === 'open') return <InUnit opened={state.opened} draw={children} />;
  if (state.state === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <NotOpen state={state} stakeDB={stakeDB} />;
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

function NotOpen({
  state,
  stakeDB,
}: {
  state: Exclude<UnitState, { state: 'open' | 'forbidden' }>;
  stakeDB: string;
}) {
  const { t } = useMessages();
  const faultSentence = useFaultSentence();
  if (state.state === 'opening') {
    return (
      <Page title={t('app.unit-opening')} back={homePath()} brand>
        <Waiting text={t('app.unit-opening')} />
      </Page>
    );
  }
  const choose = (
    <ButtonLink to={homePath()} kind={state.state === 'unknown' ? 'primary' : 'second'} wide>
      {t('errors.choose-country')}
    </ButtonLink>
  );
  if (state.state === 'unknown') {
    return (
      <Page title={t('errors.unit-unknown-title')} back={homePath()} brand>
        <Blank picture="lost" title={t('errors.unit-unknown-title')} actions={choose}>
          {t('errors.unit-unknown', { unit: stakeDB })}
        </Blank>
      </Page>
    );
  }
  return (
    <Page title={t('errors.unit-failed-title')} back={homePath()} brand>
      <Blank
        picture={state.fault.code === 'full-disk' ? 'full' : 'refused'}
        title={t('errors.unit-failed-title')}
        actions={
          <>
            <Button kind="primary" wide onClick={() => window.location.reload()}>
              {t('common.try-again')}
            </Button>
            {choose}
          </>
        }
      >
        {faultSentence(state.fault)}
      </Blank>
    </Page>
  );
}
