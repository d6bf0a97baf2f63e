import { isGraduated } from '@crece/domain';
import { type ChildFile, type VisitsHere, visitsHere } from '@crece/storage';
import { ButtonLink } from '../../components/controls.tsx';
import { Icon } from '../../components/icon.tsx';
import { Dock, Page } from '../../components/page.tsx';
import { listPath, newScreeningPath } from '../../components/paths.ts';
import { recordState } from '../../components/record-state.ts';
import { childSubtitle } from '../../components/screenings/child-words.ts';
import type { VisitFacts } from '../../components/screenings/visit-facts.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { ArrivingHero, MoreArriving } from './arriving.tsx';
import { ChildViewCharts } from './child-view-charts.tsx';
import { ChildWaiting } from './child-waiting.tsx';
import { FamilyCard } from './family-card.tsx';
import { GuidancePanel } from './guidance-panel.tsx';
import { UnscreenedHero, VerdictHero } from './verdict-hero.tsx';
import { DoNowCard, MeasuresCard, NextVisitCard, supplementText } from './visit-cards.tsx';
import { VisitHistory } from './visit-history.tsx';
import './child-view.css';

/** Leads to the parts of a long page on a phone. */
function Sections({ names }: { names: readonly (readonly [id: string, name: string])[] }) {
  const { t } = useMessages();
  return (
    <nav className="sections only-narrow" aria-label={t('screenings.sections')}>
      {names.map(([id, name]) => (
        <a key={id} href={`#${id}`} className="chip plain">
          {name}
        </a>
      ))}
    </nav>
  );
}

/** "14 Mar, today · 400 kcal a day". */
function useHeroLine(visit: VisitFacts | null, visits: VisitsHere): string {
  const translator = useMessages();
  const { t, shortDate } = translator;
  if (visit === null) return '';
  const { surveyDate } = visit.screening;
  const day = shortDate(surveyDate, visit.today);
  const when = surveyDate === visit.today ? t('screenings.visit-today', { date: day }) : day;
  const { supplement } = visit;
  const isWorthSaying = supplement.overdue || supplement.supType !== 'none';
  // What is due today follows from the newest visit there is.
  return isWorthSaying && visits === 'all'
    ? `${when} · ${supplementText(translator, visit)}`
    : when;
}

/** Everything about one child: verdict, what to do, measures, charts, visits, family. */
export function ChildView({
  unit,
  file,
  newest,
  today,
}: {
  unit: OpenUnit;
  file: ChildFile;
  /** The visit that decides; null for a child that has none yet. */
  newest: VisitFacts | null;
  today: string;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { child } = file;
  const visits = visitsHere(unit.sync, child._id, file.screenings.length);
  // All is well only when the newest visit is here.
  const isOpen = visits !== 'all' && (newest === null || newest.mark.colour === 'green');
  const heroLine = useHeroLine(newest, visits);
  const screenPath = newScreeningPath(child._id, unit.stakeDB);
  const graduated = isGraduated(child, newest?.screening, today);
  const sections: (readonly [string, string])[] = [
    ...(newest === null || isOpen ? [] : [['do-now', t('screenings.do-now')] as const]),
    ...(file.screenings.length === 0 ? [] : [['charts', t('screenings.charts')] as const]),
    ['visits', t('screenings.visits')],
    ['family', t('screenings.family')],
  ];
  return (
    <Page
      title={`${child.firstName} ${child.lastName}`}
      subtitle={childSubtitle(translator, child, newest?.screening, today)}
      back={listPath(unit)}
      unit={unit}
      section="children"
      width="flush"
      tools={
        <span className="only-wide">
          <ButtonLink kind="primary" small icon="add" to={screenPath}>
            {t('screenings.new-title')}
          </ButtonLink>
        </span>
      }
      dock={
        <div className="only-narrow dock-holder">
          <Dock>
            <ButtonLink kind="primary" icon="add" to={screenPath}>
              {t('screenings.new-title')}
            </ButtonLink>
          </Dock>
        </div>
      }
    >
      <ChildWaiting unit={unit} childId={child._id} />
      {graduated ? (
        <p className="note-bar">
          <Icon name="info" small />
          {t('screenings.graduated-text')}
        </p>
      ) : null}
      {isOpen || visits === 'all' ? null : <MoreArriving child={child} />}
      {isOpen ? <ArrivingHero child={child} hasVisits={newest !== null} /> : null}
      {newest === null && !isOpen ? <UnscreenedHero child={child} /> : null}
      {newest === null || isOpen ? null : (
        <VerdictHero visit={newest} child={child} sub={heroLine} />
      )}
      <Sections names={sections} />
      <div className="visit-cards">
        {newest === null ? (
          <section className="card" aria-label={t('screenings.new-title')}>
            <p>
              {t(visits === 'all' ? 'screenings.unscreened-text' : 'arrival.child-screen', {
                name: child.firstName,
              })}
            </p>
            <p className="visit-buttons">
              <ButtonLink kind="second" icon="add" to={screenPath}>
                {t('screenings.new-title')}
              </ButtonLink>
            </p>
          </section>
        ) : (
          <>
            <div id="do-now" className="stack-3">
              {isOpen ? null : <DoNowCard visit={newest} child={child} />}
              {visits === 'all' ? (
                <GuidancePanel visit={newest} screenings={file.screenings} />
              ) : null}
              {newest.supplement.overdue && visits === 'all' ? (
                <p className="card overdue">
                  <Icon name="calendar" />
                  <span>
                    <b>{t('screenings.overdue')}</b>
                    {t('screenings.overdue-text')}
                  </span>
                </p>
              ) : null}
              {visits === 'all' ? <NextVisitCard visit={newest} /> : null}
            </div>
            <MeasuresCard visit={newest} isSoFar={visits !== 'all'} />
          </>
        )}
        {file.screenings.length === 0 ? null : <ChildViewCharts file={file} today={today} />}
        <div id="visits">
          <VisitHistory file={file} unit={unit} today={today} />
        </div>
        <div id="family">
          <FamilyCard
            child={child}
            unit={unit}
            visits={visits}
            state={recordState(unit.sync, child, file.pendingIds.includes(child._id))}
          />
        </div>
      </div>
    </Page>
  );
}
