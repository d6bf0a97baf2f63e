import type { Screening } from '@crece/domain';
import { screeningsHere } from '@crece/storage';
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
import { ScreeningMark } from '../../shared/screenings/screening-mark.tsx';
import { signWord, statusWord } from '../../shared/screenings/status-words.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangesCard } from './changes-card.tsx';
import { GuidancePanel } from './guidance-panel.tsx';
import { originPath } from './saved-path.ts';
import { WhyCard } from './screening-cards.tsx';
import { DoNowCard, NextVisitCard } from './today-cards.tsx';
import { VerdictHero } from './verdict-hero.tsx';

/** The result of a screening that a newer one overrules: one line with its mark and word. */
function OlderResult({ entry }: { entry: ScreeningFacts }) {
  const translator = useMessages();
  const { reading, mark, screening, today } = entry;
  const word = signWord(translator, mark, screening.muac) ?? statusWord(translator, mark, reading);
  return (
    <p className="line">
      <ScreeningMark reading={reading} />
      {translator.shortDate(screening.surveyDate, today)} · {word}
    </p>
  );
}

/** From so many children of a day on the page of a screening day is offered. */
const MANY_OF_A_DAY = 3;

/** Shown after a save: one colour, one order, what to do now, when to come again, and why. */
export function ResultCard({
  unit,
  facts,
  entry,
  screenings,
  origin,
  onClose,
}: {
  unit: OpenUnit;
  /** Where the child stands with the screening that was saved. */
  facts: ChildFacts;
  /** The screening that was saved; a newer one decides where it was entered late. */
  entry: ScreeningFacts;
  /** All screenings of the child. */
  screenings: readonly Screening[];
  /** The page from which the screening was opened. */
  origin: Origin | null;
  onClose: () => void;
}) {
  const translator = useMessages();
  const { t, time, shortDate } = translator;
  const savedAt = entry.screening.updatedAt ?? entry.screening.created;
  const next = originPath(unit, origin);
  const { child, newest } = facts;
  const { children } = useUnitSnapshot(unit.local);
  const isDayOffered =
    origin !== 'day' &&
    children.filter((row) => row.newest?.surveyDate === facts.today).length >= MANY_OF_A_DAY;
  const isOlder = newest !== null && newest.screening._id !== entry.screening._id;
  return (
    <Page
      title={`${child.firstName} ${child.lastName}`}
      subtitle={childSubtitle(translator, child, newest?.screening, entry.today)}
      back={next}
      unit={unit}
      section="children"
      width="flush"
      banner={
        <p className="saved" role="status">
          <Icon name="check" small />
          <span className="grow">
            {savedAt === undefined
              ? t('screenings.saved')
              : t('screenings.saved-at', { time: time(new Date(savedAt)) })}
          </span>
          <Link
            className="saved-correct"
            to={editScreeningPath(child._id, entry.screening._id, unit.stakeDB)}
          >
            {t('screenings.correct')}
          </Link>
        </p>
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
        <GuidancePanel entry={newest ?? entry} screenings={screenings} />
        {facts.standing.referral === null ? null : (
          <Link className="card day-offer" to={slipPath(child._id, unit.stakeDB)}>
            <Icon name="paper" />
            <span className="grow">
              <b>{t('clinic-answer.slip')}</b> <small>{t('clinic-answer.slip-text')}</small>
            </span>
            <Icon name="next" className="chev" />
          </Link>
        )}
        <NextVisitCard facts={facts} />
        <ChangesCard entry={entry} screenings={screenings} />
        <WhyCard entry={entry} />
        {isDayOffered ? (
          <Link className="card day-offer" to={dayPath(unit)}>
            <Icon name="calendar" />
            <span className="grow">
              <b>{t('screenings.day-offer')}</b> <small>{t('screenings.day-offer-text')}</small>
            </span>
            <Icon name="next" className="chev" />
          </Link>
        ) : null}
        {screeningsHere(unit.sync, child._id, 1) === 'all' ? null : (
          <p className="line">
            <Icon name="info" small />
            {t('arrival.result', { name: child.firstName })}
          </p>
        )}
        {isOlder ? <OlderResult entry={entry} /> : null}
        {isOlder ? (
          <p className="line">
            <Icon name="info" small />
            {t('screenings.saved-older', {
              date: shortDate(newest.screening.surveyDate, entry.today),
              name: child.firstName,
            })}
          </p>
        ) : null}
        {entry.isFutureDated ? (
          <p className="line">
            <Icon name="warning" small />
            {t('screenings.date-to-check-text')}
          </p>
        ) : null}
      </div>
    </Page>
  );
}
