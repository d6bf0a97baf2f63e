import { kindOfId } from '@crece/domain';
import type { RefusedRecord, TaskRef, UnitSnapshot } from '@crece/storage';
import { useConfig } from '../../data/config.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { editChildPath, editScreeningPath, motherPath } from '../../shared/navigation/paths.ts';
import { backupPath, choosePath } from '../../shared/navigation/waiting-paths.ts';
import { gateWords, refusalOf, refusalWords } from '../../shared/words/refusal-words.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { recordWords } from './record-words.ts';
import { isRemovalWaiting } from './removals.tsx';
import { whenWords, whoOf } from './task-words.ts';
import type { WaitingPlace } from './tasks.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** Reasons of refusals that a person resolves by changing the record. */
const CORRECTED = new Set(['unreadable', 'too-large']);

/**
 * Path of the form that corrects a record; null when the record is not in the lists of this device.
 */
function editPath(
  unit: OpenUnit,
  { children, mothers, pairs }: UnitSnapshot,
  { id, childId }: RefusedRecord,
): string | null {
  const isHere = (wanted: string) =>
    pairs?.leads.has(wanted) === true || children.some((child) => child.id === wanted);
  switch (kindOfId(id)) {
    case 'chld':
      return isHere(id) ? editChildPath(id, unit.stakeDB) : null;
    case 'scr':
      return childId !== undefined && isHere(childId)
        ? editScreeningPath(childId, id, unit.stakeDB)
        : null;
    case 'mthr': {
      const mother = mothers.find((each) => each.id === id);
      if (mother === undefined) return null;
      return motherPath(unit, id, mother.childsBirthDate === undefined ? 'pregnant' : 'nursing');
    }
    case null:
      return null;
  }
}

/** Records that the server refused: the reason in plain words, and what to do. */
export function RefusedCard({
  unit,
  days,
  today,
  refused,
  tasks,
}: WaitingPlace & { refused: readonly RefusedRecord[]; tasks: readonly TaskRef[] }) {
  const { t } = useMessages();
  const these = refused.filter((each) => !isRemovalWaiting(each));
  return (
    <WaitingCard
      icon="warning"
      title={t('waiting.refused-title', { count: these.length })}
      text={t('waiting.refused-text')}
      items={these}
      keyOf={({ id, rev }) => `${id} ${rev}`}
    >
      {(record) => (
        <RefusedRow
          unit={unit}
          days={days}
          today={today}
          record={record}
          hasTask={tasks.some(({ id }) => id === record.id)}
        />
      )}
    </WaitingCard>
  );
}

function RefusedRow({
  unit,
  days,
  today,
  record,
  hasTask,
}: WaitingPlace & { record: RefusedRecord; hasTask: boolean }) {
  const translator = useMessages();
  const { t } = translator;
  const { supportContact } = useConfig();
  const snapshot = useUnitSnapshot(unit.local);
  const contact = supportContact ?? t('errors.your-administrator');
  const name = whoOf(translator, record.title);
  const words = refusalWords(translator, record.reason, contact);
  const what = t('waiting.whose', {
    record: recordWords(translator, record.id, days, today),
    name,
  });
  const isCorrected = CORRECTED.has(refusalOf(record.reason) ?? '') && !record.removal;
  const edit = isCorrected ? editPath(unit, snapshot, record) : null;
  return (
    <div className="waiting-record">
      <p className="t">{name}</p>
      <p className="d">
        {recordWords(translator, record.id, days, today)} ·{' '}
        {t('waiting.refused-at', { when: whenWords(translator, record.refusedAt) })}
      </p>
      <div className="waiting-why">
        <Icon name="info" small />
        <div>
          <p>
            <b>{words.reason}</b> {record.removal ? t('waiting.refused-removal') : null}
          </p>
          {record.details.length === 0 ? null : (
            <ul>
              {record.details.map((code) => (
                <li key={code}>{gateWords(translator, code)}</li>
              ))}
            </ul>
          )}
          <p>{words.todo}</p>
        </div>
      </div>
      <p className="waiting-acts">
        {hasTask ? (
          <ButtonLink small icon="split" to={choosePath(unit, record.id)}>
            {t('waiting.choose-now')} <VisuallyHidden>{what}</VisuallyHidden>
          </ButtonLink>
        ) : null}
        {edit === null ? null : (
          <ButtonLink small icon="edit" to={edit}>
            {t('waiting.correct')} <VisuallyHidden>{what}</VisuallyHidden>
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" small to={backupPath(unit.stakeDB)}>
          {t('waiting.save-to-file')} <VisuallyHidden>{what}</VisuallyHidden>
        </ButtonLink>
      </p>
    </div>
  );
}
