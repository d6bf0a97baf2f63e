import type { Child, Screening } from '@crece/domain';
import { visitsHere } from '@crece/storage';
import { Button, ButtonLink } from '../../components/controls.tsx';
import { Icon } from '../../components/icon.tsx';
import { Dock, Page } from '../../components/page.tsx';
import { listPath } from '../../components/paths.ts';
import { childSubtitle } from '../../components/screenings/child-words.ts';
import type { VisitFacts } from '../../components/screenings/visit-facts.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { GuidancePanel } from './guidance-panel.tsx';
import { TrendLine } from './trend-line.tsx';
import { VerdictHero } from './verdict-hero.tsx';
import { ChangeLine, DoNowCard, NextVisitCard, WhyCard } from './visit-cards.tsx';

/** After a save: one colour, one sentence, what to do now, why, and when to come again. */
export function ResultCard({
  unit,
  child,
  visit,
  newest,
  screenings,
  onClose,
}: {
  unit: OpenUnit;
  child: Child;
  visit: VisitFacts;
  /** The visit that decides the child's colour: another one when this is entered late. */
  newest: VisitFacts | null;
  /** All of the child's. */
  screenings: readonly Screening[];
  onClose: () => void;
}) {
  const translator = useMessages();
  const { t, time, shortDate } = translator;
  const savedAt = visit.screening.updatedAt ?? visit.screening.created;
  const isOlder = newest !== null && newest.screening._id !== visit.screening._id;
  return (
    <Page
      title={`${child.firstName} ${child.lastName}`}
      subtitle={childSubtitle(translator, child, newest?.screening, visit.today)}
      back={listPath(unit)}
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
          <Button kind="second" fit onClick={onClose}>
            {t('screenings.open-child', { name: child.firstName })}
          </Button>
          <ButtonLink kind="primary" to={listPath(unit)}>
            {t('screenings.next-child')}
            <Icon name="next" />
          </ButtonLink>
        </Dock>
      }
    >
      <VerdictHero visit={visit} child={child} alert />
      <div className="visit-cards result-cards">
        <DoNowCard visit={visit} child={child} />
        <GuidancePanel visit={visit} screenings={screenings} />
        <WhyCard visit={visit} />
        <NextVisitCard visit={visit} />
        <TrendLine visit={visit} />
        <ChangeLine visit={visit} />
        {visitsHere(unit.sync, child._id, 1) === 'all' ? null : (
          <p className="line">
            <Icon name="info" small />
            {t('arrival.result', { name: child.firstName })}
          </p>
        )}
        {isOlder ? (
          <p className="line">
            <Icon name="info" small />
            {t('screenings.saved-older', {
              date: shortDate(newest.screening.surveyDate, visit.today),
              name: child.firstName,
            })}
          </p>
        ) : null}
        {visit.isFutureDated ? (
          <p className="line">
            <Icon name="warning" small />
            {t('screenings.date-to-check-text')}
          </p>
        ) : null}
      </div>
    </Page>
  );
}
