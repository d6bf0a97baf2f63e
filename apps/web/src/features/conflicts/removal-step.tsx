import { kindOfId } from '@crece/domain';
import type { Task, TaskSide } from '@crece/storage';
import { useId } from 'react';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChoiceCard } from './choice-card.tsx';
import type { TaskStep } from './task-step.ts';
import { screeningCountOf, screeningDayOf, whenWords, whoLine, whoOf } from './task-words.ts';

export type Fate = 'keep' | 'remove';

/** The removed version of a task, and the living one. */
function sidesOf({ first, second }: Task): { removed: TaskSide; living: TaskSide } {
  return first.removed === undefined
    ? { removed: second, living: first }
    : { removed: first, living: second };
}

/** Question for a record that was removed on one phone and changed on another: keep it? */
export function RemovalStep({
  step,
  fate,
  mayRemove,
  questions,
  onFate,
}: {
  step: TaskStep;
  fate: Fate | null;
  /** Whether the account may remove this kind of record. */
  mayRemove: boolean;
  /** Number of fields that differ as well; they are asked when the record is kept. */
  questions: number;
  onFate: (fate: Fate) => void;
}) {
  const translator = useMessages();
  const { t, shortDate } = translator;
  const group = useId();
  const { task, file, context } = step;
  const { removed, living } = sidesOf(task);
  const name = whoOf(translator, task.title);
  const day = screeningDayOf(task, context);
  const isChild = kindOfId(task.id) === 'chld';
  const who = whoLine(translator, step);
  const entries = screeningCountOf(file);
  const when = (instant: string | undefined) => whenWords(translator, instant);
  const author = useAuthorName();
  const named = (by: string | undefined, at: string | undefined) =>
    by === undefined ? t('waiting.somebody') : author(by, at);
  return (
    <>
      <h2 className="h1" tabIndex={-1}>
        {day === null
          ? t('waiting.removed-question', { name })
          : t('waiting.removed-question-visit', { name, date: shortDate(day, context.today) })}
      </h2>
      <ul className="choice-story">
        {who === null ? null : (
          <li>
            <Icon name="child" small />
            {who}
          </li>
        )}
        <li>
          <Icon name="remove" small />
          {t('waiting.removed-by', {
            name: named(removed.removed?.by, removed.removed?.at),
            when: when(removed.removed?.at),
          })}
        </li>
        <li>
          <Icon name="edit" small />
          {t('waiting.changed-by', {
            name: named(living.writtenBy, living.writtenAt),
            when: when(living.writtenAt),
          })}
        </li>
      </ul>
      <fieldset className="choices">
        <legend className="vh">{t('waiting.keep-or-remove')}</legend>
        <ChoiceCard
          name={group}
          value="keep"
          chosen={fate === 'keep'}
          onChoose={() => onFate('keep')}
          icon="check"
          by={isChild ? t('waiting.keep-what.child', { name }) : t('waiting.keep-what.other')}
        >
          <b className="choice-word">{t('waiting.keep')}</b>
        </ChoiceCard>
        <ChoiceCard
          name={group}
          value="remove"
          chosen={fate === 'remove'}
          disabled={!mayRemove}
          onChoose={() => onFate('remove')}
          icon={mayRemove ? 'remove' : 'info'}
          by={
            mayRemove
              ? isChild
                ? t('waiting.remove-what.child', { name, screenings: entries })
                : t('waiting.remove-what.other')
              : t('waiting.no-right', { name })
          }
        >
          <b className="choice-word">{t('common.remove')}</b>
        </ChoiceCard>
      </fieldset>
      {questions > 0 ? (
        <p className="small muted">{t('waiting.fields-differ', { count: questions })}</p>
      ) : null}
      {task.more > 0 ? (
        <p className="small muted choice-more">{t('waiting.more', { count: task.more })}</p>
      ) : null}
    </>
  );
}
