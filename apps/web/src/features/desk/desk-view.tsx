import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { ProgressBar } from '../../ui/surfaces.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { useDesk, useList } from './desk-context.ts';
import { FunnelCard } from './funnel-card.tsx';
import { KeyFigures } from './key-figures.tsx';
import { OrderCard } from './order-card.tsx';
import { PlacesCard } from './places-card.tsx';
import { PrevalenceCard } from './prevalence-card.tsx';
import { QualityCard } from './quality-card.tsx';
import { ReferCard } from './refer-card.tsx';
import { StatusCard } from './status-card.tsx';
import { TrendCard } from './trend-card.tsx';

/** Notes about records that are missing in the figures, shown before the figures. */
export function DeskNotes() {
  const { t, list } = useMessages();
  const { answer, place } = useDesk();
  const { failed, pending, figures } = answer;
  const { units } = figures;
  const uncounted = units.reduce((sum, one) => sum + one.uncounted, 0);
  const known = units.length + failed.length;
  return (
    <>
      {pending === 0 ? null : (
        <div className="desk-note" role="status">
          <p>{t('desk.pending', { count: pending })}</p>
          <ProgressBar value={known} max={known + pending} label={t('desk.counting')} />
        </div>
      )}
      {failed.length === 0 ? null : (
        <IconNote className="desk-note desk-warning" icon="warning" large>
          {t('desk.failed-units', {
            count: failed.length,
            units: list(failed.map(({ unit }) => unit.stakeName)),
          })}
        </IconNote>
      )}
      {uncounted === 0 ? null : (
        <p className="desk-note desk-warning">
          <Icon name="warning" />
          {/* These are of all ages: an unreadable record has no age. */}
          <Link to={deskPath({ ...place, ages: undefined }, { list: 'uncounted' })}>
            {t('desk.unreadable', { count: uncounted })}
          </Link>
        </p>
      )}
    </>
  );
}

/** Children in no figure because their birth date is in the future. */
function AgeUnknown() {
  const { t } = useMessages();
  const { count, to } = useList()('age-unknown');
  if (count === 0) return null;
  return (
    <p className="desk-note desk-warning">
      <Icon name="warning" />
      <Link to={to}>
        {t('desk.children.count', { count })}: {t('desk.list.age-unknown')}
      </Link>
    </p>
  );
}

/**
 * The desk: four key figures, who waits for a clinic, then the state of the place, what to order, and the quality of
 * measurement.
 */
export function DeskView() {
  const { t } = useMessages();
  const { answer } = useDesk();
  const wide = useWide();
  const { figures, pending } = answer;
  if (figures.units.length === 0 && pending > 0) return <Waiting text={t('desk.counting')} />;
  const isEmpty = figures.units.every(({ lists }) => lists.every((count) => count === 0));
  if (isEmpty && pending === 0) {
    return (
      <Blank picture="start" title={t('desk.empty-title')}>
        {t('desk.empty')}
      </Blank>
    );
  }
  if (!wide) {
    return (
      <div className="desk-grid">
        <KeyFigures />
        <ReferCard />
        <FunnelCard />
        <StatusCard />
        <AgeUnknown />
        <PrevalenceCard />
        <OrderCard />
        <PlacesCard />
        <TrendCard />
        <QualityCard />
      </div>
    );
  }
  return (
    <div className="desk-grid">
      <KeyFigures />
      <div className="desk-main">
        <ReferCard />
        <FunnelCard />
        <PrevalenceCard />
        <OrderCard />
        <TrendCard />
        <PlacesCard />
      </div>
      <div className="desk-side">
        <StatusCard />
        <AgeUnknown />
        <QualityCard />
      </div>
    </div>
  );
}
