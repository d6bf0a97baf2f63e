import type { ReasonFact, ZIndex } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { Fragment } from 'react';
import {
  indexLabel,
  isTakenOver,
  measureText,
  toneOf,
  zText,
} from '../../components/screenings/verdict-words.ts';
import { VisitMark } from '../../components/screenings/visit-mark.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useMessages } from '../../data/messages.tsx';
import type { Outcome } from './outcome.ts';
import type { Question } from './questions.ts';

/** "MUAC 11.2: refer", for an arm that asks for help. */
function armWords(translator: Translator, { screening, reading }: Outcome): string | null {
  const { muacBand } = reading;
  if (screening.muac === undefined || (muacBand !== 'red' && muacBand !== 'yellow')) return null;
  return translator.t(`assessment.muac-badge.${muacBand}`, {
    muac: measureText(translator, screening.muac),
  });
}

/** The verdict in a word. A green word never stands beside an arm or a swelling that asks for help. */
function verdictWords(translator: Translator, outcome: Outcome): string {
  const { t } = translator;
  const { reading } = outcome;
  if (reading.includesSwelling) return t('assessment.oedema-badge');
  if (isTakenOver(reading)) return armWords(translator, outcome) ?? '';
  return reading.zscoreStatus === undefined
    ? t('assessment.word.not-assessed')
    : t(`assessment.word.${reading.zscoreStatus}`);
}

/** The index that a measure has no part in: it stays as it is whichever value is chosen. */
const UNTOUCHED: Readonly<Partial<Record<Question['name'], ZIndex>>> = {
  weight: 'ha',
  height: 'wa',
};

/** The facts that fired the rule, without those that a question's answer leaves as they are. */
function factsOf({ reading }: Outcome, about: Question['name'] | undefined): readonly ReasonFact[] {
  const { facts } = reading.reason;
  const untouched = about === undefined ? undefined : UNTOUCHED[about];
  const touched = facts.filter(({ index }) => index !== untouched);
  return touched.length === 0 ? facts : touched;
}

/** The figures behind the word: what fired the rule, and an arm that asks for help besides. */
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
  if (isTakenOver(reading)) return [t('assessment.word.normal-beside-alert')];
  const isByArm = reading.evidence.from === 'muac';
  const arm = isByArm ? null : armWords(translator, outcome);
  return arm === null ? facts : [...facts, arm];
}

/** What a value leads to: mark, word and the figure behind it. */
export function OutcomeLine({
  outcome,
  about,
}: {
  outcome: Outcome;
  /** What is asked about: figures that it does not touch are left out. */
  about?: Question['name'];
}) {
  const translator = useMessages();
  const { reading } = outcome;
  const tone = reading.includesSwelling || isTakenOver(reading) ? alertTone(outcome) : null;
  return (
    <span className={`choice-outcome st-${tone ?? toneOf(reading.statusColor)}`}>
      {reading.includesSwelling ? (
        <StatusMark tone="red" glyph="swelling" />
      ) : (
        <VisitMark reading={reading} />
      )}
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

/** The colour of a word that takes the place of a verdict. */
function alertTone({ reading }: Outcome): 'red' | 'amber' {
  return reading.includesSwelling || reading.muacBand === 'red' ? 'red' : 'amber';
}
