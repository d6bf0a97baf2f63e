import type { Child, Screening } from '@crece/domain';
import { screeningsHere } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import type { Origin } from '../../shared/navigation/paths.ts';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { GuidancePanel } from './guidance-panel.tsx';
import { originPath } from './saved-path.ts';
import { ChangeLine, DoNowCard, NextVisitCard, WhyCard } from './screening-cards.tsx';
import { TrendLine } from './trend-line.tsx';
import { VerdictHero } from './verdict-hero.tsx';

/** Shown after a save: one colour, one sentence, what to do now, why, and when to come again. */
export function ResultCard({
  unit,
  child,
  entry,
  newest,
  screenings,
  origin,
  onClose,
}: {
  unit: OpenUnit;
  child: Child;
  entry: ScreeningFacts;
  /** The screening that decides the child's colour: not this one when this is entered late. */
  newest: ScreeningFacts | null;
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
        </p>
      }
      dock={
        <Dock>
          <Button kind="second" onClick={onClose}>
            {t('screenings.open-child')}
          </Button>
          <ButtonLink kind="primary" to={next}>
            {t('screenings.next-child')}
            <Icon name="next" />
          </ButtonLink>
        </Dock>
      }
    >
      <VerdictHero entry={entry} child={child} alert />
      <div className="visit-cards result-cards">
        <DoNowCard entry={entry} child={child} />
        <GuidancePanel entry={entry} screenings={screenings} />
        <WhyCard entry={entry} />
        <NextVisitCard entry={entry} />
        <TrendLine entry={entry} />
        <ChangeLine entry={entry} />
        {screeningsHere(unit.sync, child._id, 1) === 'all' ? null : (
          <p className="line">
            <Icon name="info" small />
            {t('arrival.result', { name: child.firstName })}
          </p>
        )}
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
