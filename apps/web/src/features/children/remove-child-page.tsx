import type { Child } from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useLive } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { childPath, listPath } from '../../shared/navigation/paths.ts';
import { RecordRoute } from '../../shared/navigation/unit-route.tsx';
import { useAuthor } from '../../shared/people/author.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { ChildNotHere } from './child-not-here.tsx';
import './child-form.css';

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
  return (
    <Page title={t('children.remove-title')} unit={unit} section="children" back={listPath(unit)}>
      {file === undefined ? <Waiting /> : <ChildNotHere unit={unit} />}
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
  const navigate = useNavigate();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [removing, setRemoving] = useState(false);
  const { child, screenings } = file;
  const name = `${child.firstName} ${child.lastName}`;
  const view = childPath(child._id, unit.stakeDB);

  const remove = async () => {
    const author = await askAuthor();
    if (author === null) return;
    setRemoving(true);
    try {
      const gone = await unit.local.removeChild(child._id, author, new Date());
      notify({ text: t('children.removed', { name, count: gone.screenings }) });
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
      <p className="remove-text">
        {t('children.remove-text', { name: child.firstName, count: screenings.length })}
      </p>
    </Page>
  );
}
