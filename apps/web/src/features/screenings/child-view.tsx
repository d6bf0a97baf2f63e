import { REMOVAL_RIGHTS, type Standing } from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { isMoveOf, useMoves } from '../../data/moves.ts';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { callPath } from '../../shared/navigation/call-path.ts';
import { familyDataPath } from '../../shared/navigation/family-path.ts';
import { lastListPath } from '../../shared/navigation/last-list.ts';
import { movePath } from '../../shared/navigation/moving-path.ts';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import {
  editChildPath,
  growthCardPath,
  newScreeningPath,
  removeChildPath,
} from '../../shared/navigation/paths.ts';
import { samePath } from '../../shared/navigation/same-paths.ts';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import { recordState } from '../../shared/screenings/record-state.ts';
import type { ChildFacts } from '../../shared/screenings/screening-facts.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { ArrivingHero, MoreArriving } from './arriving.tsx';
import { ChangesCard } from './changes-card.tsx';
import { ChildViewCharts } from './child-view-charts.tsx';
import { ChildWaiting } from './child-waiting.tsx';
import { FamilyCard } from './family-card.tsx';
import { GuidancePanel } from './guidance-panel.tsx';
import { MeasuresCard } from './measures-card.tsx';
import { DoNowCard, NextVisitCard } from './today-cards.tsx';
import { VerdictHero } from './verdict-hero.tsx';
import './child-view.css';

/** What became of a referral, and earlier screenings: not needed while a child is screened. */
const loadReferral = async () => (await import('./referral-card.tsx')).ReferralCard;
const loadHistory = async () => (await import('./screening-history.tsx')).ScreeningHistory;
/** At the end of the page, and seldom needed. */
const loadDeparture = async () => (await import('./departure-panel.tsx')).DeparturePanel;
const loadMoving = async () => (await import('../../shared/moving/moving-note.tsx')).MovingNote;
const loadEnded = async () => (await import('../../shared/moving/ended-note.tsx')).EndedNote;
const loadAsks = async () => (await import('./clinic-asks.tsx')).ClinicAsks;
const loadVoided = async () => (await import('./departure-panel.tsx')).VoidedDeparture;

/** Whether the referral of a child is asked about: open, or a weight below the limits was kept. */
const isAskedAbout = ({ referral, lowWeight }: Standing): boolean =>
  referral !== null || lowWeight !== null;

interface ChildProps {
  unit: OpenUnit;
  file: ChildFile;
  facts: ChildFacts;
}

/** The page of one child. */
export function ChildView({ unit, file, facts }: ChildProps) {
  const translator = useMessages();
  const { t } = translator;
  const { child } = file;
  const { newest, standing, today } = facts;
  const entries = screeningsHere(unit.sync, child._id, file.screenings.length);
  const screenPath = newScreeningPath(child._id, unit.stakeDB);
  const cardTitle = t('screenings.growth-card');
  const mayRemove = useCan(REMOVAL_RIGHTS.chld, unit.place) && entries === 'all';
  const mayMove = useCan('sync', unit.place) && entries === 'all' && !unit.demo;
  const mayErase = useCan('manage-users', unit.place);
  const actions = [
    {
      to: editChildPath(child._id, unit.stakeDB),
      icon: 'edit' as const,
      text: t('screenings.edit-child'),
    },
    ...(child.phone === undefined || unit.retired
      ? []
      : [
          {
            to: callPath(unit, { child: child._id }),
            icon: 'phone' as const,
            text: t('screenings.message-family'),
          },
        ]),
    ...(mayRemove
      ? [
          {
            to: removeChildPath(child._id, unit.stakeDB),
            icon: 'remove' as const,
            text: t('screenings.remove-child'),
          },
          {
            to: samePath(unit, child._id),
            icon: 'split' as const,
            text: t('children.same'),
          },
        ]
      : []),
    ...(mayMove
      ? [
          {
            to: movePath(child._id, unit.stakeDB),
            icon: 'exit' as const,
            text: t('screenings.move-child'),
          },
        ]
      : []),
    ...(mayErase
      ? [
          {
            to: familyDataPath(child._id, unit.stakeDB),
            icon: 'key' as const,
            text: t('screenings.family-data'),
          },
        ]
      : []),
  ];
  return (
    <Page
      title={`${child.firstName} ${child.lastName}`}
      subtitle={childSubtitle(translator, file, newest?.screening, today)}
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
          {standing.isGraduate || unit.retired ? null : (
            <span className="only-wide">
              <ButtonLink kind="primary" small icon="add" to={screenPath}>
                {t('screenings.new-title')}
              </ButtonLink>
            </span>
          )}
        </>
      }
      actions={actions}
      dock={
        standing.isGraduate || unit.retired ? null : (
          <div className="only-narrow dock-holder">
            <Dock>
              <ButtonLink kind="primary" icon="add" to={screenPath}>
                {t('screenings.new-title')}
              </ButtonLink>
            </Dock>
          </div>
        )
      }
    >
      <ChildBody unit={unit} file={file} facts={facts} />
    </Page>
  );
}

/**
 * Everything about one child: headline, what to do now, WHO's panel, next visit, changes, measures,
 * charts, screenings, family.
 */
export function ChildBody({ unit, file, facts }: ChildProps) {
  const { t } = useMessages();
  const { child } = file;
  const { newest, standing, today } = facts;
  const move = useMoves().find(isMoveOf({ childId: child._id, from: unit.stakeDB }));
  const entries = screeningsHere(unit.sync, child._id, file.screenings.length);
  // A normal result is only certain when the newest screening has arrived.
  const isCalm = facts.hero.colour === 'green' || newest === null;
  const isOpen =
    entries !== 'all' && isCalm && !isAskedAbout(standing) && standing.departure === null;
  const screenPath = newScreeningPath(child._id, unit.stakeDB);
  // Graduated without danger, or gone: nothing more is asked of anybody.
  const isEnded = facts.hero.sign === 'graduated' || standing.departure !== null;
  const isActed = !isEnded && !isOpen && file.screenings.length > 0;
  const departure = <Later load={loadDeparture} props={{ file, facts, unit }} />;
  return (
    <>
      <ChildWaiting unit={unit} file={file} />
      {move === undefined ? null : (
        <Later load={loadMoving} props={{ name: child.firstName, move }} />
      )}
      {standing.isGraduate ? (
        <p className="note-bar">
          <Icon name="info" small />
          {t('children.graduated-text')}
        </p>
      ) : null}
      {isOpen || entries === 'all' ? null : <MoreArriving child={child} />}
      {isOpen ? <ArrivingHero child={child} hasScreenings={newest !== null} /> : null}
      {isOpen ? null : <VerdictHero facts={facts} isDated />}
      {facts.standing.voidedDeparture === null ? null : (
        <Later load={loadVoided} props={{ file, facts, unit }} />
      )}
      {standing.clinicAsks === null ? null : (
        <Later load={loadAsks} props={{ file, facts, unit }} />
      )}
      {unit.retired && move === undefined && !isEnded && !standing.isGraduate ? (
        <Later load={loadEnded} props={{ unit, childId: child._id, name: child.firstName }} />
      ) : null}
      <div className="visit-cards">
        {file.screenings.length > 0 || isEnded || unit.retired ? null : (
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
        )}
        {isActed ? (
          <div id="do-now" className="stack-3">
            {isAskedAbout(standing) ? (
              <div className="referral-room">
                <Later load={loadReferral} props={{ file, facts, unit }} />
              </div>
            ) : null}
            <DoNowCard
              facts={facts}
              isShort={isAskedAbout(standing)}
              hasSupplement={entries === 'all'}
            />
            {entries === 'all' && newest !== null ? (
              <GuidancePanel entry={newest} screenings={file.screenings} />
            ) : null}
            {entries === 'all' ? <NextVisitCard facts={facts} /> : null}
          </div>
        ) : null}
        {newest === null ? null : (
          <>
            <ChangesCard entry={newest} screenings={file.screenings} />
            <MeasuresCard entry={newest} headline={facts.hero.colour} isEnded={isEnded} />
          </>
        )}
        {file.screenings.length === 0 ? null : <ChildViewCharts file={file} today={today} />}
        <div id="visits">
          <Later load={loadHistory} props={{ file, unit, today }} />
        </div>
        <div id="family">
          <FamilyCard
            file={file}
            unit={unit}
            entries={entries}
            state={recordState(unit.sync, child, file.pendingIds.includes(child._id))}
            departure={standing.departure === null ? departure : null}
          />
        </div>
        {standing.departure === null ? null : departure}
      </div>
    </>
  );
}
