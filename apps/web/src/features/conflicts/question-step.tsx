import type { Task, TaskSide } from '@crece/storage';
import { useId } from 'react';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import { ChoiceCard } from './choice-card.tsx';
import { isSameCare, isWorthShowing, type OutcomeOfValue, outcomeOfChoice } from './outcome.ts';
import { OutcomeLine } from './outcome-line.tsx';
import { answerTo, type Question, withAnswer } from './questions.ts';
import type { SideFields } from './read-side.ts';
import { readSide } from './read-side.ts';
import { Reference } from './reference.tsx';
import type { TaskStep } from './task-step.ts';
import { changedWords, whoOf, writerWords } from './task-words.ts';
import { fieldWords, questionWords, valueWords } from './value-words.ts';

type SideName = 'first' | 'second';

/** This device's version is first, because its user knows that one. */
function sidesInOrder({ first, second }: Task): readonly SideName[] {
  return second.isHere && !first.isHere ? ['second', 'first'] : ['first', 'second'];
}

/** The outcomes of both answers; null when nothing depends on them. */
function outcomesOf(
  { task, file, choice, context }: TaskStep,
  question: Question,
): Readonly<Record<SideName, OutcomeOfValue>> | null {
  const withSide = (side: SideName) =>
    outcomeOfChoice(task, withAnswer(choice, question, side), file, context);
  const first = withSide('first');
  const second = withSide('second');
  if (first === null || second === null || !isWorthShowing(question, first, second)) return null;
  return { first, second };
}

/** One question: the two values, their authors, the outcome of each, and values for comparison. */
export function QuestionStep({
  step,
  question,
  onAnswer,
}: {
  step: TaskStep;
  question: Question;
  onAnswer: (side: SideName) => void;
}) {
  const translator = useMessages();
  const { t } = translator;
  const group = useId();
  const { task, choice, context } = step;
  const who = whoOf(translator, task.title);
  const outcomes = outcomesOf(step, question);
  const fields: Readonly<Record<SideName, SideFields>> = {
    first: readSide(task.first, context).fields,
    second: readSide(task.second, context).fields,
  };
  const sides: Readonly<Record<SideName, TaskSide>> = task;
  const answer = answerTo(choice, question);
  const author = useAuthorName();
  return (
    <>
      <h2 className="h1" tabIndex={-1}>
        {questionWords(translator, question, who)}
      </h2>
      <p className="muted choice-lead">
        {changedWords(translator, task, context)}{' '}
        {outcomes === null
          ? null
          : t(
              isSameCare(outcomes.first, outcomes.second)
                ? 'waiting.care-same'
                : 'waiting.care-changes',
            )}
      </p>
      <fieldset className="choices">
        <legend className="vh">{fieldWords(translator, question)}</legend>
        {sidesInOrder(task).map((side) => {
          const words = valueWords(translator, question, fields[side]);
          return (
            <ChoiceCard
              key={side}
              name={group}
              value={side}
              chosen={answer === side}
              onChoose={() => onAnswer(side)}
              icon={sides[side].isHere ? 'device' : 'cloud'}
              by={writerWords(translator, author, sides[side])}
              foot={
                outcomes === null ? null : (
                  <OutcomeLine
                    outcome={outcomes[side]}
                    other={outcomes[side === 'first' ? 'second' : 'first']}
                    about={question.name}
                  />
                )
              }
            >
              <b className={`choice-${words.look}`}>
                {words.text}
                {words.unit === undefined ? null : (
                  <>
                    {' '}
                    <small>{words.unit}</small>
                  </>
                )}
              </b>
            </ChoiceCard>
          );
        })}
      </fieldset>
      <Reference step={step} question={question} fields={fields} />
    </>
  );
}
