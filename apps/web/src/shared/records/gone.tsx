import type { Child } from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import type { ChildFile, Drafts, LocalUnit } from '@crece/storage';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { momentText } from '../words/moment.ts';
import './gone.css';
import { editChildPath, editScreeningPath, newScreeningPath } from '../navigation/paths.ts';

/** A form with stored typed text. */
interface KeptForm {
  title: MessageKey;
  path: string;
}

/** A removed record with unsaved typed text. */
export interface Gone {
  /** The child and its screenings before the removal. */
  file: ChildFile;
  /** The forms with drafts, by the drafts' keys. */
  forms: ReadonlyMap<string, KeptForm>;
}

/**
 * The keys of a draft of the child's form: today's, and that of builds which forgot what was typed once
 * the record had another version.
 */
export const childFormKeys = ({ _id, _rev }: Child): string[] => [
  `child:${_id}`,
  `child:${_id}:${_rev ?? ''}`,
];

async function readGone(
  unit: LocalUnit,
  { drafts, owner }: { drafts: Drafts; owner: string },
  { childId, screeningId }: { childId: string; screeningId: string | undefined },
): Promise<Gone | null> {
  const kept = new Set(await drafts.list());
  // Reading a large unit takes time, so it is read only if some draft could match.
  const mayBe = [...kept].some((key) => key.includes(childId) || key.includes('screening:scr'));
  const file = mayBe ? await unit.readRemovedFile(childId, screeningId) : null;
  if (file === null) return null;
  const { child, screenings } = file;
  const { stakeDB } = unit;
  const forms = new Map<string, KeptForm>();
  const offer = (key: string, title: MessageKey, path: string) => {
    if (kept.has(owner + key)) forms.set(key, { title, path });
  };
  offer(`screening:new:${childId}`, 'screenings.new-title', newScreeningPath(childId, stakeDB));
  const edit = editChildPath(childId, stakeDB);
  for (const key of childFormKeys(child)) offer(key, 'children.edit-title', edit);
  for (const { _id } of screenings) {
    const path = editScreeningPath(childId, _id, stakeDB);
    offer(`screening:${_id}`, 'screenings.edit-title', path);
  }
  return { file, forms };
}

/**
 * Searches for typed text about a removed child or its screenings; `undefined` during the search,
 * null without a result.
 */
export function useGone(
  { local: unit }: OpenUnit,
  childId: string,
  { isWanted, screeningId }: { isWanted: boolean; screeningId?: string | undefined },
): Gone | null | undefined {
  const { drafts } = useDevice();
  const owner = useDraftOwner();
  return useLoaded(
    () => (isWanted ? readGone(unit, { drafts, owner }, { childId, screeningId }) : undefined),
    [unit, drafts, owner, childId, screeningId, isWanted],
    {
      fail: (cause) => {
        console.warn('What was typed about a removed child could not be looked for.', cause);
        return null;
      },
    },
  );
}

/** Links to typed text about a removed child; renders nothing without it. */
export function KeptForms({ gone }: { gone: Gone | null | undefined }) {
  const { t } = useMessages();
  return [...(gone?.forms ?? [])].map(([key, { title, path }]) => (
    <ButtonLink key={key} kind="second" wide to={path}>
      {t('screenings.gone-open', { form: t(title) })}
    </ButtonLink>
  ));
}

function GoneWhat({ isScreening }: { isScreening: boolean }) {
  const { t } = useMessages();
  return <b>{t(isScreening ? 'screenings.gone-visit' : 'screenings.gone-child')}</b>;
}

/** Shown above a form: its record was removed meanwhile, and what saving does now. */
export function RemovedNote({
  unit: { local: unit },
  id,
  isScreening = false,
}: {
  unit: OpenUnit;
  /** The removed record; null if not removed. */
  id: string | null;
  isScreening?: boolean;
}) {
  const translator = useMessages();
  const { t } = translator;
  const author = useAuthorName();
  const fail = (cause: unknown) => {
    console.warn('Who removed a record could not be read.', cause);
    return undefined;
  };
  const removal = useLoaded(() => (id === null ? undefined : unit.readRemoved(id)), [unit, id], {
    fail,
  });
  const home = useLoaded(() => (id === null ? undefined : unit.movedTo(id)), [unit, id], { fail });
  const { removedBy: name, removedAt: at } = removal ?? {};
  return (
    <div role="status">
      {id === null ? null : (
        <div className="gone-note">
          <Icon name="info" />
          <p>
            {home ? <b>{t('screenings.gone-moved')}</b> : <GoneWhat isScreening={isScreening} />}{' '}
            {typeof name === 'string' && typeof at === 'string'
              ? `${t('screenings.gone-by', { name: author(name, at), when: momentText(translator, at, new Date()) })} `
              : null}
            {t(home ? 'screenings.gone-moved-text' : 'screenings.gone-text')}
          </p>
        </div>
      )}
    </div>
  );
}
