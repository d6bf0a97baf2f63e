import { useEffect, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { Fold } from '../../ui/surfaces.tsx';

const COUNTER = 'countryVisits';
/** The number of the news that this device has counted visits for. */
const COUNTED_NEWS = 'newsNumber';
const SHOWN_VISITS = 3;
/** Value that the specification sets after the last opening of the page that shows the news. */
const COUNTER_WHEN_DONE = 5;

/**
 * The counter after the page was opened with the counter at `visits`: 0, 1 and 2 show the news,
 * later values never.
 */
export function counterAfterVisit(visits: number): number {
  if (visits >= SHOWN_VISITS) return visits;
  return visits + 1 === SHOWN_VISITS ? COUNTER_WHEN_DONE : visits + 1;
}

/**
 * What is new in Crece, folded, at the first three openings of the country page. Where no unit was
 * opened yet, the three steps of a newcomer are what is announced (`isBeginning`); those openings
 * count too. News have a number, which stands among their sentences: with a higher one the count
 * begins again.
 */
export function News({ isBeginning }: { isBeginning: boolean }) {
  const { t } = useMessages();
  const device = useDevice();
  const news = Number(t('places.news-number'));
  const [visits] = useState(() =>
    device.getCounter(COUNTED_NEWS) < news ? 0 : device.getCounter(COUNTER),
  );
  const [closed, setClosed] = useState(false);

  useEffect(() => {
    const next = counterAfterVisit(visits);
    if (next === visits) return;
    Promise.all([device.setCounter(COUNTER, next), device.setCounter(COUNTED_NEWS, news)]).catch(
      (cause: unknown) => {
        console.warn('The visit could not be counted.', cause);
      },
    );
  }, [device, visits, news]);

  if (isBeginning || closed || visits >= SHOWN_VISITS) return null;
  return (
    <section className="news" aria-label={t('places.news-title')}>
      <Fold title={t('places.news-title')} icon="info">
        <ul>
          <li>{t('places.news-due')}</li>
          <li>{t('places.news-referral')}</li>
          <li>{t('places.news-desk')}</li>
        </ul>
        <button type="button" className="link-btn" onClick={() => setClosed(true)}>
          {t('places.news-close')}
        </button>
      </Fold>
    </section>
  );
}
