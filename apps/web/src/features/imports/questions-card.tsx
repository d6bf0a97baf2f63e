import type { ImportQuestionBody } from '@crece/contract';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useMarkUnsaved } from '../../shared/forms/unsaved.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { Button } from '../../ui/controls.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { optionText, questionText } from './import-words.ts';
import type { GivenAnswers } from './use-chosen.ts';

/** Questions that the file does not answer, each asked once. */
export function QuestionsCard({
  questions,
  answers,
  onAnswers,
}: {
  questions: readonly ImportQuestionBody[];
  answers: GivenAnswers;
  onAnswers: (answers: GivenAnswers) => void;
}) {
  const { t } = useMessages();
  const [given, setGiven] = useState<GivenAnswers>({});
  const [isAsked, setAsked] = useState(false);
  useMarkUnsaved(Object.keys(given).length > 0);
  const isAnswered = questions.every(({ code }) => given[code] !== undefined);
  const isRead = questions.some(({ code }) => code === 'sameDay');
  return (
    <Card
      title={t(isRead ? 'imports.questions-title-import' : 'imports.questions-title')}
      className="import-card"
    >
      <p className="muted small">
        {t(isRead ? 'imports.questions-text-import' : 'imports.questions-text')}
      </p>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isAnswered) onAnswers({ ...answers, ...given });
          else setAsked(true);
        }}
      >
        {questions.map((question) => (
          <Question
            key={question.code}
            question={question}
            value={given[question.code] ?? ''}
            isMissing={isAsked && given[question.code] === undefined}
            onValue={(value) => setGiven((before) => ({ ...before, [question.code]: value }))}
          />
        ))}
        <Button kind="primary" wide type="submit">
          {t('imports.check-again')}
        </Button>
      </form>
    </Card>
  );
}

/** Questions about the file as a whole; their examples name no row. */
const OF_FILE: ReadonlySet<string> = new Set(['encoding', 'sheet', 'firstRow']);

function Question({
  question: { code, options, count, examples },
  value,
  isMissing,
  onValue,
}: {
  question: ImportQuestionBody;
  value: string;
  isMissing: boolean;
  onValue: (value: string) => void;
}) {
  const messages = useMessages();
  const { t, number } = messages;
  const isOfFile = OF_FILE.has(code);
  const shown = examples.map(({ row, text }) =>
    isOfFile ? text : t('imports.question-example', { row: number(row), text }),
  );
  const counted = code === 'sameDay' ? 'imports.question-rows' : 'imports.question-cells';
  const hint = [...(isOfFile ? [] : [t(counted, { count })]), ...shown].join(' · ');
  return (
    <RadioCards
      label={questionText(messages, code)}
      {...(hint === '' ? {} : { hint })}
      error={isMissing ? t('imports.answer-required') : undefined}
      options={options.map((option) => ({
        value: option,
        label: optionText(messages, code, option),
      }))}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}
