import type { Screening } from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { Link } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import {
  dayPath,
  editScreeningPath,
  listPath,
  type Origin,
} from '../../shared/navigation/paths.ts';
import { slipPath } from '../../shared/referrals/slip-paths.ts';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import type { ChildFacts, ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { MarkOfScreening } from '../../shared/screenings/screening-mark.tsx';
import { signWord, statusWord } from '../../shared/screenings/status-words.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ChangesCard } from './changes-card.tsx';
import { GuidancePanel } from './guidance-panel.tsx';
import { originPath } from './saved-path.ts';
import { WhyCard } from './screening-cards.tsx';
import { DoNowCard, NextVisitCard } from './today-cards.tsx';
import { VerdictHero } from './verdict-hero.tsx';

/** The result of a screening that a newer one overrules: its mark and word, and which one decides. */
function OlderResult({
  entry,
  newest,
  name,
}: {
  entry: ScreeningFacts;
  newest: Screening;
  name: string;
}) {
  const translator = useMessages();
  const { t, shortDate } = translator;
  const { reading, mark, screening, today } = entry;
  const word = signWord(translator, mark, screening.muac) ?? statusWord(translator, mark, reading);
  return (
    <>
      <p className="said-line">
        <MarkOfScreening reading={reading} />
        {shortDate(screening.surveyDate, today)} · {word}
      </p>
      <p className="said-line">
        <Icon name="info" small />
        {t('screenings.saved-older', { date: shortDate(newest.surveyDate, today), name })}
      </p>
    </>
  );
}

/** That it was saved, when, and the way to correct it. */
function Saved({ screening, correct }: { screening: Screening; correct: string }) {
  const { t, time } = useMessages();
  const savedAt = screening.updatedAt ?? screening.created;
  return (
    <p className="saved" role="status">
      <Icon name="check" small />
      <span className="grow">
        {savedAt === undefined
          ? t('screenings.saved')
          : t('screenings.saved-at', { time: time(new Date(savedAt)) })}
      </span>
      <Link className="saved-correct" to={correct}>
        {t('screenings.correct')}
      </Link>
    </p>
  );
}

/** The way to another page that may be wanted now. */
function Offer({
  to,
  icon,
  title,
  text,
}: {
  to: string;
  icon: IconName;
  title: string;
  text: string;
}) {
  return (
    <Link className="card day-offer" to={to}>
      <Icon name={icon} />
      <span className="grow">
        <b>{title}</b> <small>{text}</small>
      </span>
      <Icon name="next" className="chev" />
    </Link>
  );
}

/** From so many children of a day on the page of a screening day is offered. */
const MANY_OF_A_DAY = 3;

/** Shown after a save: one colour, one order, what to do now, when to come again, and why. */
export function ResultCard({
  unit,
  facts,
  entry,
  file,
  origin,
  onClose,
}: {
  unit: OpenUnit;
  /** Where the child stands with the screening that was saved. */
  facts: ChildFacts;
  /** The screening that was saved; a newer one decides where it was entered late. */
  entry: ScreeningFacts;
  file: ChildFile;
  /** The page from which the screening was opened. */
  origin: Origin | null;
  onClose: () => void;
}) {
  const translator = useMessages();
  const { t } = translator;
  const next = originPath(unit, origin);
  const { child, newest } = facts;
  const { children } = useUnitSnapshot(unit.local);
  const isDayOffered =
    origin !== 'day' &&
    children.filter((row) => row.newest?.surveyDate === facts.today).length >= MANY_OF_A_DAY;
  return (
    <Page
      title={`${child.firstName} ${child.lastName}`}
      subtitle={childSubtitle(translator, file, newest?.screening, entry.today)}
      back={next}
      unit={unit}
      section="children"
      width="flush"
      banner={
        <Saved
          screening={entry.screening}
          correct={editScreeningPath(child._id, entry.screening._id, unit.stakeDB)}
        />
      }
      dock={
        <Dock>
          <Button kind="second" onClick={onClose}>
            {t('screenings.open-child')}
          </Button>
          <ButtonLink
            kind="primary"
            to={origin === null || origin === 'list' ? listPath(unit) : next}
          >
            {t('screenings.next-child')}
            <Icon name="next" />
          </ButtonLink>
        </Dock>
      }
    >
      <VerdictHero facts={facts} alert />
      <div className="visit-cards result-cards">
        <DoNowCard facts={facts} hasSupplement />
        <GuidancePanel entry={newest ?? entry} screenings={file.screenings} />
        {facts.standing.referral === null ? null : (
          <Offer
            to={slipPath(child._id, unit.stakeDB)}
            icon="paper"
            title={t('clinic-answer.slip')}
            text={t('clinic-answer.slip-text')}
          />
        )}
        <NextVisitCard facts={facts} />
        <ChangesCard entry={entry} screenings={file.screenings} />
        <WhyCard entry={entry} />
        {isDayOffered ? (
          <Offer
            to={dayPath(unit)}
            icon="calendar"
            title={t('screenings.day-offer')}
            text={t('screenings.day-offer-text')}
          />
        ) : null}
        {screeningsHere(unit.sync, child._id, 1) === 'all' ? null : (
          <p className="said-line">
            <Icon name="info" small />
            {t('arrival.result', { name: child.firstName })}
          </p>
        )}
        {newest === null || newest.screening._id === entry.screening._id ? null : (
          <OlderResult entry={entry} newest={newest.screening} name={child.firstName} />
        )}
        {entry.isFutureDated ? (
          <p className="said-line">
            <Icon name="warning" small />
            {t('screenings.date-to-check-text')}
          </p>
        ) : null}
      </div>
    </Page>
  );
}
