import { type ReasonFact, screeningMark, type ZIndex } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { Fragment } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { ScreeningMark } from '../../shared/screenings/screening-mark.tsx';
import {
  isPlainBeneath,
  muacBadge,
  signWord,
  statusWord,
} from '../../shared/screenings/status-words.ts';
import { indexLabel, measureText, zText } from '../../shared/screenings/verdict-words.ts';
import type { Outcome } from './outcome.ts';
import type { Question } from './questions.ts';

/** "MUAC 11.2: refer" for a red or yellow MUAC; otherwise null. */
function armWords(translator: Translator, { screening, reading }: Outcome): string | null {
  const { muacBand } = reading;
  if (screening.muac === undefined || (muacBand !== 'red' && muacBand !== 'yellow')) return null;
  return muacBadge(translator, muacBand, screening.muac);
}

/** The leading sign in words, otherwise the status. */
function verdictWords(translator: Translator, { screening, reading }: Outcome): string {
  const mark = screeningMark(reading);
  return signWord(translator, mark, screening.muac) ?? statusWord(translator, mark, reading);
}

/** The index that does not use a measure: it is the same for both values. */
const UNTOUCHED: Readonly<Partial<Record<Question['name'], ZIndex>>> = {
  weight: 'ha',
  height: 'wa',
};

/**
 * The facts that decided the rule, without those that the answer to this question cannot change.
 */
function factsOf({ reading }: Outcome, about: Question['name'] | undefined): readonly ReasonFact[] {
  const { facts } = reading.reason;
  const untouched = about === undefined ? undefined : UNTOUCHED[about];
  const touched = facts.filter(({ index }) => index !== untouched);
  return touched.length === 0 ? facts : touched;
}

/** The figures behind the verdict: what decided the rule, and a low MUAC. */
function detailWords(
  translator: Translator,
  outcome: Outcome,
  about: Question['name'] | undefined,
): readonly string[] {
  const { t } = translator;
  const { reading } = outcome;
  const facts = factsOf(outcome, about).map(({ index, value }) =>
    t('assessment.index-value', {
      index: index === 'muac' ? t('assessment.index.muac') : indexLabel(translator, reading, index),
      value:
        index === 'muac'
          ? `${measureText(translator, value)} ${t('common.cm')}`
          : zText(translator, value),
    }),
  );
  const mark = screeningMark(reading);
  if (isPlainBeneath(mark, reading)) return [statusWord(translator, mark, reading)];
  const isByArm = reading.evidence.from === 'muac' || mark.sign.startsWith('muac');
  const arm = isByArm ? null : armWords(translator, outcome);
  return arm === null ? facts : [...facts, arm];
}

/** The outcome of a value: mark, verdict and the deciding figure. */
export function OutcomeLine({
  outcome,
  about,
}: {
  outcome: Outcome;
  /** The question: figures that it cannot change are left out. */
  about?: Question['name'];
}) {
  const translator = useMessages();
  const { reading } = outcome;
  return (
    <span className={`choice-outcome st-${screeningMark(reading).colour}`}>
      <ScreeningMark reading={reading} />
      <span>
        <span className="word">{verdictWords(translator, outcome)}</span>{' '}
        <span className="choice-detail">
          {detailWords(translator, outcome, about).map((detail) => (
            <Fragment key={detail}>
              <span>{detail}</span>{' '}
            </Fragment>
          ))}
        </span>
      </span>
    </span>
  );
}
