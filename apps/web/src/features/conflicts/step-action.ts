import type { Translator } from '@crece/messages';
import { answerTo, type Question } from './questions.ts';
import { readSide } from './read-side.ts';
import type { Fate } from './removal-step.tsx';
import type { TaskStep } from './task-step.ts';
import { screeningDayOf, whoOf } from './task-words.ts';
import type { TaskDecision } from './use-decide.ts';
import { fieldWords, inline, keepLabel, valueWords } from './value-words.ts';

/** Text and action of the button at the bottom. */
export interface StepAction {
  readonly label: string;
  readonly isReady: boolean;
  readonly isDanger: boolean;
  /** The decision to write at the last step; otherwise null. */
  readonly decision: TaskDecision | null;
  readonly notice: string;
}

/** The position of a person in the questions about one record. */
export interface StepPlace {
  readonly step: TaskStep;
  readonly isRemoved: boolean;
  readonly fate: Fate | null;
  readonly at: number;
  /** Absent at the question whether a removed record is kept. */
  readonly question: Question | undefined;
  readonly asked: readonly Question[];
}

const act = (
  label: string,
  decision: TaskDecision,
  notice: string,
  isDanger = false,
): StepAction => ({
  label,
  isReady: true,
  isDanger,
  decision,
  notice,
});

function fateAction(translator: Translator, { step, fate }: StepPlace): StepAction | null {
  const { t } = translator;
  const name = whoOf(translator, step.task.title);
  const isScreening = screeningDayOf(step.task, step.context) !== null;
  if (fate === 'remove') {
    return act(
      t(isScreening ? 'waiting.remove-visit' : 'waiting.remove-button', { name }),
      { kind: 'remove' },
      t(isScreening ? 'waiting.removed-visit' : 'waiting.removed-record', { name }),
      true,
    );
  }
  if (fate === null) return null;
  return act(
    t(isScreening ? 'waiting.keep-visit' : 'waiting.keep-button', { name }),
    { kind: 'keep', choice: step.choice },
    t(isScreening ? 'waiting.kept-visit' : 'waiting.kept-record', { name }),
  );
}

function answerAction(
  translator: Translator,
  { step, isRemoved, asked }: StepPlace,
  question: Question,
): StepAction | null {
  const { t } = translator;
  const { task, choice, context } = step;
  const answer = answerTo(choice, question);
  if (answer === null) return null;
  const words = valueWords(translator, question, readSide(task[answer], context).fields);
  const notice =
    asked.length > 1
      ? t('waiting.kept-several')
      : t('waiting.kept', { field: fieldWords(translator, question), value: inline(words) });
  return act(keepLabel(translator, words), { kind: isRemoved ? 'keep' : 'choose', choice }, notice);
}

/** The action of a step: its button repeats the value, and is disabled before one is chosen. */
export function stepAction(translator: Translator, place: StepPlace): StepAction {
  const { t } = translator;
  const { isRemoved, at, question } = place;
  const ready =
    isRemoved && at === 0
      ? fateAction(translator, place)
      : question === undefined
        ? null
        : answerAction(translator, place, question);
  return (
    ready ?? {
      label: t('waiting.choose-first'),
      isReady: false,
      isDanger: false,
      decision: null,
      notice: '',
    }
  );
}
