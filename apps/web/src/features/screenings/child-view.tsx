import { isGraduated, isRefer } from '@crece/domain';
import { type ChildFile, type ScreeningsHere, screeningsHere } from '@crece/storage';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { lastListPath } from '../../shared/navigation/last-list.ts';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { growthCardPath, newScreeningPath } from '../../shared/navigation/paths.ts';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import { recordState } from '../../shared/screenings/record-state.ts';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ArrivingHero, MoreArriving } from './arriving.tsx';
import { ChildViewCharts } from './child-view-charts.tsx';
import { ChildWaiting } from './child-waiting.tsx';
import { FamilyCard } from './family-card.tsx';
import { GuidancePanel } from './guidance-panel.tsx';
import { ReferralCard } from './referral-card.tsx';
import { DoNowCard, MeasuresCard, NextVisitCard } from './screening-cards.tsx';
import { ScreeningHistory } from './screening-history.tsx';
import { supplementText } from './supplement-words.ts';
import { UnscreenedHero, VerdictHero } from './verdict-hero.tsx';
import './child-view.css';

/** Jump links to the parts of a long page on a phone. */
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
function useHeroLine(entry: ScreeningFacts | null, entries: ScreeningsHere): string {
  const translator = useMessages();
  const { t, shortDate } = translator;
  if (entry === null) return '';
  const { surveyDate } = entry.screening;
  const day = shortDate(surveyDate, entry.today);
  const when = surveyDate === entry.today ? t('screenings.visit-today', { date: day }) : day;
  const { supplement } = entry;
  const isWorthSaying = supplement.overdue || supplement.supType !== 'none';
  // What is due today depends on the newest screening, which must have arrived.
  return isWorthSaying && entries === 'all'
    ? `${when} · ${supplementText(translator, entry)}`
    : when;
}

/** Everything about one child: verdict, actions, measures, charts, screenings, family. */
export function ChildView({
  unit,
  file,
  newest,
  today,
}: {
  unit: OpenUnit;
  file: ChildFile;
  /** The screening that decides; null for a child without one. */
  newest: ScreeningFacts | null;
  today: string;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { child } = file;
  const entries = screeningsHere(unit.sync, child._id, file.screenings.length);
  // A normal result is only certain when the newest screening has arrived.
  const isOpen = entries !== 'all' && (newest === null || newest.mark.colour === 'green');
  const heroLine = useHeroLine(newest, entries);
  const screenPath = newScreeningPath(child._id, unit.stakeDB);
  const cardTitle = t('screenings.growth-card');
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
      back={lastListPath(unit)}
      unit={unit}
      section="children"
      width="flush"
      tools={
        <>
          <Link className="ib" to={growthCardPath(child._id, unit.stakeDB)} title={cardTitle}>
            <Icon name="paper" />
            <span className="vh">{cardTitle}</span>
          </Link>
          <span className="only-wide">
            <ButtonLink kind="primary" small icon="add" to={screenPath}>
              {t('screenings.new-title')}
            </ButtonLink>
          </span>
        </>
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
          {t('children.graduated-text')}
        </p>
      ) : null}
      {isOpen || entries === 'all' ? null : <MoreArriving child={child} />}
      {isOpen ? <ArrivingHero child={child} hasScreenings={newest !== null} /> : null}
      {newest === null && !isOpen ? <UnscreenedHero child={child} /> : null}
      {newest === null || isOpen ? null : (
        <VerdictHero entry={newest} child={child} sub={heroLine} />
      )}
      <Sections names={sections} />
      <div className="visit-cards">
        {newest === null ? (
          <section className="card" aria-label={t('screenings.new-title')}>
            <p>
              {t(entries === 'all' ? 'screenings.unscreened-text' : 'arrival.child-screen', {
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
              {isRefer(newest.mark) ? (
                <ReferralCard file={file} entry={newest} unit={unit} today={today} />
              ) : null}
              {isOpen ? null : <DoNowCard entry={newest} child={child} />}
              {entries === 'all' ? (
                <GuidancePanel entry={newest} screenings={file.screenings} />
              ) : null}
              {newest.supplement.overdue && entries === 'all' ? (
                <p className="card overdue">
                  <Icon name="calendar" />
                  <span>
                    <b>{t('children.overdue')}</b>
                    {t('screenings.overdue-text')}
                  </span>
                </p>
              ) : null}
              {entries === 'all' ? <NextVisitCard entry={newest} /> : null}
            </div>
            <MeasuresCard entry={newest} isSoFar={entries !== 'all'} />
          </>
        )}
        {file.screenings.length === 0 ? null : <ChildViewCharts file={file} today={today} />}
        <div id="visits">
          <ScreeningHistory file={file} unit={unit} today={today} />
        </div>
        <div id="family">
          <FamilyCard
            child={child}
            unit={unit}
            entries={entries}
            state={recordState(unit.sync, child, file.pendingIds.includes(child._id))}
          />
        </div>
      </div>
    </Page>
  );
}
