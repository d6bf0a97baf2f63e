import { can, REMOVAL_RIGHTS } from '@crece/domain';
import type { LocalUnit } from '@crece/storage';
import type { FileRemoval } from '@crece/storage/backup';
import { useCallback, useEffect, useState } from 'react';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { recordWords } from './record-words.ts';
import { whoOf } from './task-words.ts';
import type { WaitingPlace } from './tasks.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** The part of the package that knows files is loaded only by this page and the file pages. */
const tools = () => import('@crece/storage/backup');

/** The removals of files that wait in a unit; null while they are read. */
export function useFileRemovals(local: LocalUnit): {
  removals: readonly FileRemoval[] | null;
  read: () => Promise<void>;
} {
  const [removals, setRemovals] = useState<readonly FileRemoval[] | null>(null);
  const read = useCallback(async () => {
    try {
      setRemovals(await (await tools()).fileRemovals(local));
    } catch (cause) {
      // Nothing is lost: they wait on.
      console.warn('The removals of files could not be read.', cause);
      setRemovals([]);
    }
  }, [local]);
  useEffect(() => {
    void read();
  }, [read]);
  return { removals, read };
}

/** The removals that came in files, as one list: nobody has carried them out. */
export function FileRemovalsCard({
  unit,
  days,
  today,
  removals,
  onDecided,
}: WaitingPlace & { removals: readonly FileRemoval[]; onDecided: () => Promise<void> }) {
  const translator = useMessages();
  const { t } = translator;
  const author = useAuthorName();
  const mayDecide = useMayRemoveAll(unit, removals);
  return (
    <>
      <WaitingCard
        icon="remove"
        title={t('waiting.file-removals-title', { count: removals.length })}
        text={t(mayDecide ? 'waiting.file-removals-text' : 'waiting.file-removals-alone')}
        items={removals}
        keyOf={({ id, rev }) => id + rev}
      >
        {({ id, title, removedBy }) => (
          <div className="waiting-record">
            <p className="t">{whoOf(translator, title)}</p>
            <p className="d">
              {[
                recordWords(translator, id, days, today),
                ...(removedBy === ''
                  ? []
                  : [t('waiting.file-removal-by', { name: author(removedBy) })]),
              ].join(' · ')}
            </p>
          </div>
        )}
      </WaitingCard>
      {mayDecide && removals.length > 0 ? (
        <Decide unit={unit} removals={removals} onDecided={onDecided} />
      ) : null}
    </>
  );
}

/** Whether this account may remove every record of the list. */
function useMayRemoveAll(unit: OpenUnit, removals: readonly FileRemoval[]): boolean {
  const session = useSession();
  return removals.every(
    ({ kind }) => kind !== null && can(session, REMOVAL_RIGHTS[kind], unit.place),
  );
}

function Decide({
  unit,
  removals,
  onDecided,
}: {
  unit: OpenUnit;
  removals: readonly FileRemoval[];
  onDecided: () => Promise<void>;
}) {
  const { t } = useMessages();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [isBusy, setIsBusy] = useState(false);
  const decide = async (answer: 'carry-out' | 'leave') => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await (await tools()).decideFileRemovals(unit.local, removals, answer);
      const done =
        answer === 'carry-out' ? 'waiting.file-removals-done' : 'waiting.file-removals-left';
      notify({ text: t(done, { count: removals.length }) });
      await onDecided();
    } catch (cause) {
      sayFault(cause);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <p className="waiting-acts">
      <Button disabled={isBusy} onClick={() => void decide('carry-out')}>
        {t('waiting.file-removals-do')}
      </Button>
      <Button kind="quiet" disabled={isBusy} onClick={() => void decide('leave')}>
        {t('waiting.file-removals-leave')}
      </Button>
    </p>
  );
}
