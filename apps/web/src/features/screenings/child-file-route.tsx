import type { ChildFile } from '@crece/storage';
import type { ReactNode } from 'react';
import { Waiting } from '../../components/blank.tsx';
import { Page } from '../../components/page.tsx';
import { listPath } from '../../components/paths.ts';
import { RecordRoute } from '../../components/unit-route.tsx';
import { useLive } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { ChildNotFound } from './child-not-found.tsx';

type Draw = (unit: OpenUnit, file: ChildFile) => ReactNode;

/** Opens the unit and the child of an address; draws the page once both are here. */
export function ChildFileRoute({ childId, children }: { childId: string; children: Draw }) {
  return (
    <RecordRoute recordId={childId}>
      {(unit) => <InUnit unit={unit} childId={childId} draw={children} />}
    </RecordRoute>
  );
}

function InUnit({ unit, childId, draw }: { unit: OpenUnit; childId: string; draw: Draw }) {
  const { t } = useMessages();
  const file = useLive(unit.stake.childFile(childId));
  if (file === undefined) {
    return (
      <Page title={t('app.name')} back={listPath(unit)} unit={unit} section="children">
        <Waiting text={t('screenings.loading')} />
      </Page>
    );
  }
  return file === null ? <ChildNotFound unit={unit} /> : draw(unit, file);
}
