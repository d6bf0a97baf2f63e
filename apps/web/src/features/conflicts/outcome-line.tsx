import { screeningMark, type ZIndex } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { Fragment } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { MarkOfScreening } from '../../shared/screenings/screening-mark.tsx';
import { isPlainBeneath, signWord, statusWord } from '../../shared/screenings/status-words.ts';
import { indexLabel, measureText, zText } from '../../shared/screenings/verdict-words.ts';
import type { OutcomeOfValue } from './outcome.ts';
import type { Question } from './questions.ts';

/** The leading sign in words, otherwise the status. */
function verdictWords(translator: Translator, { screening, reading }: OutcomeOfValue): string {
  const mark = screeningMark(reading);
  return signWord(translator, mark, screening.muac) ?? statusWord(translator, mark, reading);
}

/** The index that does not use a measure: it is the same for both values. */
const UNTOUCHED: Readonly<Partial<Record<Question['name'], ZIndex>>> = {
  weight: 'ha',
  height: 'wa',
};

/** What both answers are compared by, in the same order on both cards. */
const ORDER = ['wl', 'ha', 'wa', 'muac'] as const;
type Compared = (typeof ORDER)[number];

/** The indices that decided the rule for an outcome. */
function decisive({ screening, reading }: OutcomeOfValue): readonly Compared[] {
  const isLowArm = reading.muacBand === 'red' || reading.muacBand === 'yellow';
  const hasArm = isLowArm && screening.muac !== undefined;
  return [...reading.reason.facts.map(({ index }) => index), ...(hasArm ? ['muac' as const] : [])];
}

/** Those of either outcome, without one that the answer to this question cannot change. */
function comparedBy(
  outcome: OutcomeOfValue,
  other: OutcomeOfValue,
  about: Question['name'] | undefined,
): readonly Compared[] {
  const untouched = about === undefined ? undefined : UNTOUCHED[about];
  const all = [...decisive(outcome), ...decisive(other)];
  const touched = all.filter((index) => index !== untouched);
  const shown = touched.length === 0 ? all : touched;
  return ORDER.filter((index) => shown.includes(index));
}

/** The figure of an index with its name; null when it was not measured. */
function figureWords(
  translator: Translator,
  { screening: { muac }, reading }: OutcomeOfValue,
  index: Compared,
): string | null {
  const { t } = translator;
  if (index === 'muac') {
    if (muac === undefined) return null;
    const value = `${measureText(translator, muac)} ${t('common.cm')}`;
    return t('assessment.index-value', { index: t('assessment.index.muac'), value });
  }
  const z = reading.zScore[index];
  if (z === null) return null;
  const name = indexLabel(translator, reading, index);
  return t('assessment.index-value', { index: name, value: zText(translator, z) });
}

/**
 * The outcome of a value: mark, verdict, and the figures by which both answers are compared; one that
 * differs is marked.
 */
export function OutcomeLine({
  outcome,
  other,
  about,
}: {
  outcome: OutcomeOfValue;
  /** The outcome of the other answer. */
  other: OutcomeOfValue;
  /** The question: figures that it cannot change are left out. */
  about?: Question['name'];
}) {
  const translator = useMessages();
  const { reading } = outcome;
  const mark = screeningMark(reading);
  const plain = isPlainBeneath(mark, reading) ? [statusWord(translator, mark, reading)] : [];
  const figures = comparedBy(outcome, other, about).flatMap((index) => {
    const text = figureWords(translator, outcome, index);
    return text === null ? [] : [{ text, differs: text !== figureWords(translator, other, index) }];
  });
  return (
    <span className={`choice-outcome st-${mark.colour}`}>
      <MarkOfScreening reading={reading} />
      <span>
        <span className="word">{verdictWords(translator, outcome)}</span>{' '}
        <span className="choice-detail">
          {plain.map((text) => (
            <Fragment key={text}>
              <span>{text}</span>{' '}
            </Fragment>
          ))}
          {figures.map(({ text, differs }) => (
            <Fragment key={text}>
              <span>{differs ? <b>{text}</b> : text}</span>{' '}
            </Fragment>
          ))}
        </span>
      </span>
    </span>
  );
}
