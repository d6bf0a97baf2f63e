import {
  ANSWER_NAMES,
  type Field,
  futureDated,
  isRefer,
  rulesTold,
  SCREENING_TABLE,
  type Screening,
  screeningMark,
} from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { useState } from 'react';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { editScreeningPath, removeScreeningPath } from '../../shared/navigation/paths.ts';
import { choosePath } from '../../shared/navigation/waiting-paths.ts';
import { RecordMark } from '../../shared/screenings/record-mark.tsx';
import { type RecordState, recordState } from '../../shared/screenings/record-state.ts';
import { type ScreeningEntry, screeningEntry } from '../../shared/screenings/screening-entries.ts';
import { MarkOfScreening } from '../../shared/screenings/screening-mark.tsx';
import { muacBadge, signWord, statusWord } from '../../shared/screenings/status-words.ts';
import {
  bmiText,
  isSwollenIndex,
  measureText,
  muacFigure,
  withSwelling,
  zText,
} from '../../shared/screenings/verdict-words.ts';
import { Badge, Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { ClinicAnswerList } from './clinic-answer-list.tsx';
import { keptFigures } from './kept-words.ts';
import { ReferralOutcomeForm } from './referral-outcome.tsx';
import { SHOWN_INDICES } from './screening-cards.tsx';
import { ToldThatDay } from './told-that-day.tsx';
import './screening-history.css';

/** Older screenings are shown on demand: the page of a child with many screenings stays short. */
const SHOWN_AT_FIRST = 6;

function ScreeningWord({ entry }: { entry: ScreeningEntry }) {
  const translator = useMessages();
  const { reading, screening } = entry;
  const mark = screeningMark(reading);
  const sign = signWord(translator, mark, screening.muac);
  const status = statusWord(translator, mark, reading);
  if (sign === null) {
    return (
      <span className={`visit-word st-${mark.colour}`}>
        <span className="word">{status}</span>
      </span>
    );
  }
  return (
    <span className={`visit-word st-${mark.colour}`}>
      <b className="word">{sign}</b>
      {` · ${status}`}
    </span>
  );
}

/**
 * The status, and badges for what needs a second look: oedema, MUAC, date, confirmed z-score, age override, not on
 * the server yet.
 */
function ScreeningBadges({
  entry,
  isToCheck,
  state,
}: {
  entry: ScreeningEntry;
  isToCheck: boolean;
  state: RecordState | null;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { screening, reading, isContested } = entry;
  const { muac } = screening;
  const { muacBand, override, difference, fromCopy } = reading;
  const { sign } = screeningMark(reading);
  // When MUAC leads, the figure is already in the status word.
  const isLeading = sign === 'muac-red' || sign === 'muac-yellow';
  const isLow = (muacBand === 'red' || muacBand === 'yellow') && !isLeading;
  return (
    <span className="visit-badges">
      <ScreeningWord entry={entry} />
      {isLow && muac !== undefined ? (
        <Badge look="status" tone={muacBand === 'red' ? 'red' : 'amber'} icon="tape">
          {muacBadge(translator, muacBand, muac)}
        </Badge>
      ) : null}
      {isContested ? (
        <Badge look="line" icon="split">
          {t('screenings.contested-badge')}
        </Badge>
      ) : null}
      {(difference !== null && !isContested) || fromCopy.length > 0 ? (
        <Badge look="line" icon="info">
          {t('assessment.anew-badge')}
        </Badge>
      ) : null}
      {isToCheck ? (
        <Badge look="line" icon="calendar">
          {t('children.date-to-check')}
        </Badge>
      ) : null}
      {screening.referralOutcome === undefined ? null : (
        <Badge look="line" icon="doctor">
          {t(`referral.outcome.${screening.referralOutcome}`)}
        </Badge>
      )}
      {screening.zScoreConfirmed ? (
        <Badge look="line" icon="info">
          {t('assessment.confirmed-badge')}
        </Badge>
      ) : null}
      {override === undefined ? null : (
        <Badge>
          {t(
            override.from === 'field'
              ? 'assessment.override-badge'
              : 'assessment.override-comment-badge',
            { months: override.ageMonths },
          )}
        </Badge>
      )}
      {state === 'server' ? null : <RecordMark state={state} />}
    </span>
  );
}

function Measured({
  label,
  value,
  write = measureText,
}: {
  label: string;
  value: number | undefined;
  write?: typeof measureText;
}) {
  const translator = useMessages();
  return (
    <span className="visit-figure">
      <VisuallyHidden>{`${label} `}</VisuallyHidden>
      {value === undefined ? '–' : write(translator, value)}
    </span>
  );
}

/** The yes and no answers of a screening, for one part of the form. */
function answersIn(screening: Screening, part: Field['part']) {
  return ANSWER_NAMES.flatMap((name) => {
    const answer = SCREENING_TABLE[name].part === part ? screening[name] : undefined;
    if (answer === undefined) return [];
    return [`screenings.answer.${name}.${answer ? 'yes' : 'no'}` as const];
  });
}

/** The answers of a screening; questions without an answer are not listed. */
function answersOf(screening: Screening) {
  const { measured } = screening;
  return [
    ...answersIn(screening, 'family-health-plan'),
    ...(measured === undefined ? [] : [`screenings.answer.measured.${measured}` as const]),
    ...answersIn(screening, 'swelling'),
  ];
}

function ScreeningDetails({
  entry,
  unit,
  today,
  isToCheck,
  state,
}: {
  entry: ScreeningEntry;
  today: string;
  unit: OpenUnit;
  isToCheck: boolean;
  state: RecordState | null;
}) {
  const { screening, reading, child } = entry;
  const { stakeDB } = unit;
  const translator = useMessages();
  const { t, date } = translator;
  const author = useAuthorName();
  const bmi = bmiText(translator, reading);
  const day = date(screening.surveyDate);
  const indices = SHOWN_INDICES.flatMap((index) => {
    const z = reading.zScore[index];
    if (z === null) return [];
    const text = t('assessment.index-value', {
      index: t(`assessment.index.${index}`),
      value: zText(translator, z),
    });
    return [isSwollenIndex(reading, index) ? withSwelling(translator, text) : text];
  });
  const answers = answersOf(screening);
  const toldBy = rulesTold(screening.rules);
  const kept = keptFigures(translator, screening.outsideLimits);
  const isReferral = screening.referralOutcome !== undefined || isRefer(screeningMark(reading));
  return (
    <div className="visit-body">
      {isToCheck ? (
        <p>
          {reading.monthAge === null
            ? t('screenings.issue.survey-date-before-birth', { date: date(child.birthDate) })
            : t('screenings.date-to-check-text')}
        </p>
      ) : null}
      {indices.length === 0 ? null : <p className="num-wrap">{indices.join(' · ')}</p>}
      {kept === null ? null : <p>{t('screenings.kept-outside', { figures: kept })}</p>}
      <ToldThatDay entry={entry} today={today} />
      {bmi === null ? null : (
        <p>
          {t('assessment.bmi', { bmi })}
          {reading.obese ? ` · ${t('assessment.obese')}` : ''}
        </p>
      )}
      {answers.length === 0 ? null : <p>{answers.map((key) => t(key)).join(' · ')}</p>}
      {screening.comments === undefined ? null : (
        <p className="visit-comment">{screening.comments}</p>
      )}
      {isReferral ? (
        <ReferralOutcomeForm screening={screening} unit={unit} today={today} isFolded />
      ) : null}
      <ClinicAnswerList screening={screening} unit={unit} />
      <p className="muted">
        {screening.interviewer === undefined
          ? t('screenings.by-unknown')
          : t('screenings.by', { name: author(screening.interviewer, screening.created) })}
        {toldBy === null ? null : ` · ${t('screenings.told-by', toldBy)}`}
      </p>
      {state === 'server' ? (
        <p>
          <RecordMark state={state} />
        </p>
      ) : null}
      <p className="visit-buttons">
        {state === 'task' || state === 'removed' ? (
          <ButtonLink kind="second" small icon="split" to={choosePath(unit, screening._id)}>
            {t('children.choose-now')}{' '}
            <VisuallyHidden>{t('screenings.of-visit', { date: day })}</VisuallyHidden>
          </ButtonLink>
        ) : null}
        <ButtonLink
          kind="second"
          small
          icon="edit"
          to={editScreeningPath(screening.owner, screening._id, stakeDB)}
        >
          {t('screenings.edit')}{' '}
          <VisuallyHidden>{t('screenings.of-visit', { date: day })}</VisuallyHidden>
        </ButtonLink>
        <ButtonLink
          kind="danger"
          small
          icon="remove"
          to={removeScreeningPath(screening.owner, screening._id, stakeDB)}
        >
          {t('common.remove')}{' '}
          <VisuallyHidden>{t('screenings.of-visit', { date: day })}</VisuallyHidden>
        </ButtonLink>
      </p>
    </div>
  );
}

const MUAC_LOOK = { red: ' hot', yellow: ' warm', green: '' } as const;

function ScreeningItem({
  entry,
  state,
  unit,
  today,
}: {
  entry: ScreeningEntry;
  state: RecordState | null;
  unit: OpenUnit;
  today: string;
}) {
  const { t, shortDate, age } = useMessages();
  const { screening, reading } = entry;
  const isToCheck = futureDated(screening, today) || reading.monthAge === null;
  const muacLook = reading.muacBand === undefined ? '' : MUAC_LOOK[reading.muacBand];
  return (
    <li>
      <details className="visit">
        <summary>
          <MarkOfScreening reading={reading} />
          <span className="visit-name">
            <b>{shortDate(screening.surveyDate, today)}</b>
            {reading.monthAge === null ? null : <small> {age(reading.monthAge, 'brief')}</small>}
          </span>{' '}
          <ScreeningBadges entry={entry} isToCheck={isToCheck} state={state} />
          <Measured label={t('screenings.height-cm')} value={screening.height} />
          <Measured label={t('screenings.weight-kg')} value={screening.weight} />
          <span className={`visit-muac${muacLook}`}>
            <Measured label={t('screenings.muac-cm')} value={screening.muac} write={muacFigure} />
          </span>
          <Icon name="open" small className="chev turn" />
        </summary>
        <ScreeningDetails
          entry={entry}
          unit={unit}
          today={today}
          isToCheck={isToCheck}
          state={state}
        />
      </details>
    </li>
  );
}

/**
 * All screenings, newest first; each unfolds to its figures, answers, comments, and links to edit
 * and remove.
 */
export function ScreeningHistory({
  file,
  unit,
  today,
}: {
  file: ChildFile;
  unit: OpenUnit;
  today: string;
}) {
  const { t, number } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const { screenings, pendingIds } = file;
  const isAwaited = screeningsHere(unit.sync, file.child._id, screenings.length) !== 'all';
  const none = isAwaited ? 'arrival.visits' : 'screenings.no-visits';
  const shown = isOpen ? screenings : screenings.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="card visits" aria-label={t('screenings.visits')}>
      <div className="visit-head">
        <h2 className="h2">{t('screenings.visits')}</h2>
        {screenings.length === 0 ? null : (
          <>
            <span aria-hidden="true">{t('screenings.height-cm')}</span>
            <span aria-hidden="true">{t('screenings.weight-kg')}</span>
            <span aria-hidden="true">{t('screenings.muac-cm')}</span>
          </>
        )}
      </div>
      {screenings.length === 0 ? <p className="muted">{t(none)}</p> : null}
      <ol>
        {shown.map((screening) => (
          <ScreeningItem
            key={screening._id}
            entry={screeningEntry(file, screening)}
            state={recordState(unit.sync, screening, pendingIds.includes(screening._id))}
            unit={unit}
            today={today}
          />
        ))}
      </ol>
      {shown.length < screenings.length ? (
        <Button kind="soft" wide onClick={() => setIsOpen(true)}>
          {t('screenings.all-visits', { count: number(screenings.length) })}
        </Button>
      ) : null}
    </section>
  );
}
