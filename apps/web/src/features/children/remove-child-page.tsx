import type { Child } from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useLive, useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Elsewhere } from '../../shared/moving/elsewhere.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { childPath, listPath } from '../../shared/navigation/paths.ts';
import { RecordRoute } from '../../shared/navigation/unit-route.tsx';
import { removedPath } from '../../shared/navigation/waiting-paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { ChildNotFound } from '../../shared/records/child-not-found.tsx';
import { useRemovalNotice } from '../../shared/records/removal-notice.ts';
import { useFault } from '../../shared/words/fault.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import './child-form.css';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { WhoChild } from './removed/who-child.tsx';

/**
 * Page that removes a child with its screenings after saying how many; the route requires the role.
 */
export function RemoveChildPage() {
  const { childId = '' } = useParams();
  return (
    <RecordRoute recordId={childId}>
      {(unit) => <RemoveChild key={childId} unit={unit} childId={childId} />}
    </RecordRoute>
  );
}

function RemoveChild({ unit, childId }: { unit: OpenUnit; childId: string }) {
  const { t } = useMessages();
  const file = useLive(unit.local.childFile(childId));
  // The child disappears a moment before the list opens: keep its page until then.
  const [kept, setKept] = useState<ChildFile | null>(null);
  if (file !== undefined && file !== null && file !== kept) setKept(file);
  if (kept !== null) {
    const { child, screenings } = kept;
    const isWhole = screeningsHere(unit.sync, childId, screenings.length) === 'all';
    if (isWhole) return <RemoveQuestion unit={unit} file={kept} />;
    return <NotYet unit={unit} child={child} />;
  }
  if (file === null) {
    const notFound = <ChildNotFound unit={unit} gone={null} />;
    return <Elsewhere unit={unit} childId={childId} otherwise={notFound} />;
  }
  return (
    <Page title={t('children.remove-title')} unit={unit} section="children" back={listPath(unit)}>
      <Waiting />
    </Page>
  );
}

/** Shown while screenings may still arrive: what would be removed is not known yet. */
function NotYet({ unit, child }: { unit: OpenUnit; child: Child }) {
  const { t } = useMessages();
  const view = childPath(child._id, unit.stakeDB);
  return (
    <Page title={t('children.remove-title')} unit={unit} section="children" back={view}>
      <Blank
        picture="refused"
        title={t('arrival.remove-title', { name: child.firstName })}
        actions={
          <ButtonLink kind="primary" to={view} replace>
            {t('common.back')}
          </ButtonLink>
        }
      >
        {t('arrival.remove-text')}
      </Blank>
    </Page>
  );
}

function RemoveQuestion({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const { askAuthor } = useAuthor();
  const sayRemoved = useRemovalNotice(unit);
  const sayFault = useFault();
  const [removing, setRemoving] = useState(false);
  const { child, screenings } = file;
  const name = `${child.firstName} ${child.lastName}`;
  const today = useToday(unit.timeZone);
  const { children } = useUnitSnapshot(unit.local);
  // The row goes a moment before the page does.
  const [row] = useState(() => children.find(({ id }) => id === child._id));
  const view = childPath(child._id, unit.stakeDB);

  const remove = async () => {
    const author = await askAuthor();
    if (author === null) return;
    setRemoving(true);
    try {
      const gone = await unit.local.removeChild(child._id, author, new Date(), { hold: true });
      const text = t('children.removed', { name, count: gone.screenings });
      sayRemoved({ id: child._id, text, undone: t('children.removed-undone', { name }), author });
      void navigate(listPath(unit), { replace: true });
    } catch (cause) {
      sayFault(cause);
      setRemoving(false);
    }
  };

  return (
    <Page
      title={t('children.remove-title')}
      subtitle={unit.stakeName}
      unit={unit}
      section="children"
      width="read"
      back={view}
      dock={
        <Dock>
          <ButtonLink kind="primary" to={view} replace>
            {t('children.remove-no', { name: child.firstName })}
          </ButtonLink>
          <Button kind="danger" icon="remove" disabled={removing} onClick={() => void remove()}>
            {t('children.remove-yes', { name: child.firstName })}
          </Button>
        </Dock>
      }
    >
      <h2 className="h1">{t('children.remove-question', { name })}</h2>
      {row === undefined ? null : (
        <div className="who">
          <WhoChild row={row} today={today} />
        </div>
      )}
      <p className="remove-text">
        {t('children.remove-text', { name: child.firstName, count: screenings.length })}{' '}
        {t('children.removed-30-days')}
      </p>
      <p>
        <Link to={removedPath(unit)}>{t('children.removed-list')}</Link>
      </p>
    </Page>
  );
}
