import { kindOfId } from '@crece/domain';
import type { RefusedRecord } from '@crece/storage';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useAuthor } from '../../shared/people/author.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { recordWords } from './record-words.ts';
import { whenWords, whoOf } from './task-words.ts';
import type { WaitingPlace } from './tasks.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** Whether this is a removal that the server refused because the account lacks the right. */
export const isRemovalWaiting = ({ reason, removal }: RefusedRecord): boolean =>
  removal && reason === 'removal';

/** One removal: a child with its screenings, a single screening, or a woman. */
interface Removal {
  readonly main: RefusedRecord;
  /** Number of screenings removed with the child. */
  readonly entries: number;
}

/** Groups what one person removed in one act: a child includes its screenings. */
export function removalsOf(refused: readonly RefusedRecord[]): readonly Removal[] {
  const waiting = refused.filter(isRemovalWaiting);
  const children = new Set(waiting.map(({ id }) => id).filter((id) => kindOfId(id) === 'chld'));
  const goesWith = ({ id, childId }: RefusedRecord): string | null =>
    childId !== undefined && childId !== id && children.has(childId) ? childId : null;
  return waiting
    .filter((each) => goesWith(each) === null)
    .map((main) => ({
      main,
      entries: waiting.filter((each) => goesWith(each) === main.id).length,
    }));
}

/** Removals that wait for a person with the right to remove; each can be undone. */
export function RemovalsCard({
  unit,
  days,
  today,
  refused,
}: WaitingPlace & { refused: readonly RefusedRecord[] }) {
  const { t } = useMessages();
  const removals = removalsOf(refused);
  return (
    <WaitingCard
      icon="remove"
      title={t('waiting.removals-title', { count: removals.length })}
      text={t('waiting.removals-text')}
      items={removals}
      keyOf={({ main }) => main.id}
    >
      {(removal) => <RemovalRow unit={unit} removal={removal} days={days} today={today} />}
    </WaitingCard>
  );
}

function RemovalRow({
  unit,
  removal: { main, entries },
  days,
  today,
}: WaitingPlace & { removal: Removal }) {
  const translator = useMessages();
  const { t } = translator;
  const name = whoOf(translator, main.title);
  const isScreening = kindOfId(main.id) === 'scr';
  const facts = [
    recordWords(translator, main.id, days, today),
    ...(entries === 0 ? [] : [t('waiting.removal-visits', { count: entries })]),
    t('waiting.refused-at', { when: whenWords(translator, main.refusedAt) }),
  ];
  return (
    <div className="waiting-record">
      <p className="t">
        {t(isScreening ? 'waiting.removal-of-visit' : 'waiting.removal-of', { name })}
      </p>
      <p className="d">{facts.join(' · ')}</p>
      <PutBack unit={unit} id={main.id} name={name} />
    </div>
  );
}

function PutBack({ unit, id, name }: { unit: OpenUnit; id: string; name: string }) {
  const { t } = useMessages();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [isBusy, setIsBusy] = useState(false);
  const putBack = async () => {
    if (isBusy) return;
    const author = await askAuthor();
    if (author === null) return;
    setIsBusy(true);
    try {
      await unit.local.putBack(id, author, new Date());
      notify({ text: t('waiting.put-back-done', { name }) });
    } catch (cause) {
      sayFault(cause);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <p className="waiting-acts">
      <Button small disabled={isBusy} onClick={() => void putBack()}>
        {t('waiting.put-back')}{' '}
        <VisuallyHidden>{t('waiting.put-back-of', { name })}</VisuallyHidden>
      </Button>
    </p>
  );
}
