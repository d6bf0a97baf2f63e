import type { ChildFile } from '@crece/storage';
import { type ReactNode, useState } from 'react';
import { useLive } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Elsewhere } from '../moving/elsewhere.tsx';
import { Page } from '../navigation/page.tsx';
import { listPath } from '../navigation/paths.ts';
import { RecordRoute } from '../navigation/unit-route.tsx';
import { ChildNotFound } from './child-not-found.tsx';
import { useGone } from './gone.tsx';

/** The record of a form that another person removed while the form was open. */
export type Removed = 'child' | 'screening' | null;

type Draw = (unit: OpenUnit, file: ChildFile, removed: Removed) => ReactNode;

interface ChildFileRouteProps {
  childId: string;
  /** Id of the screening that a form edits. */
  screeningId?: string;
  /**
   * Key of a form's draft. With it, the page stays open when its record is removed, and it opens
   * for a removed record when the draft exists.
   */
  formKey?: string;
  children: Draw;
}

/** Opens the unit and the child of an address; renders the page once both are loaded. */
export function ChildFileRoute(props: ChildFileRouteProps) {
  return (
    <RecordRoute recordId={props.childId}>
      {(unit) => <InUnit key={props.childId} unit={unit} {...props} />}
    </RecordRoute>
  );
}

function InUnit({
  unit,
  childId,
  screeningId,
  formKey,
  children: draw,
}: ChildFileRouteProps & { unit: OpenUnit }) {
  const { t } = useMessages();
  const file = useLive(unit.local.childFile(childId));
  const isForm = formKey !== undefined;
  const isWhole =
    !!file && (screeningId === undefined || file.screenings.some(({ _id }) => _id === screeningId));
  const [kept, setKept] = useState<ChildFile | null>(null);
  const isWanted = file !== undefined && !isWhole && kept === null && (isForm || file === null);
  const gone = useGone(unit, childId, { isWanted, screeningId });
  if (isForm && isWhole && file !== kept) setKept(file);
  if (isForm && isWanted && gone?.forms.has(formKey)) setKept(gone.file);

  if (isWhole) return draw(unit, file, null);
  if (kept !== null) return draw(unit, kept, file ? 'screening' : 'child');
  if (file === undefined || ((isForm || file === null) && gone === undefined)) {
    return (
      <Page title={t('app.name')} back={listPath(unit)} unit={unit} section="children">
        <Waiting text={t('screenings.loading')} />
      </Page>
    );
  }
  if (file !== null) return draw(unit, file, null);
  const notFound = <ChildNotFound unit={unit} gone={gone} />;
  // What was typed here and not saved is offered first.
  if ((gone?.forms.size ?? 0) > 0) return notFound;
  return <Elsewhere unit={unit} childId={childId} otherwise={notFound} />;
}
