import { actionPlaceOf, type Catalogue, can, findUnit, type Place } from '@crece/domain';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useProgrammeRules } from '../../data/programme.ts';
import { useSession } from '../../data/session.tsx';
import { usePeek } from '../../data/units.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { useUnitCounts } from './use-unit-counts.ts';

/** The last opened of the units that this person may see. */
export function useLastUnit(catalogue: Catalogue): Place | null {
  const device = useDevice();
  const session = useSession();
  for (const { stakeDB } of device.unitsOpened()) {
    const place = findUnit(catalogue, stakeDB);
    if (place !== null && can(session, 'see-places', actionPlaceOf(place))) return place;
  }
  return null;
}

/**
 * How many children of a unit are due today, counted in idle moments; null: not known. A unit whose
 * records are gone is not opened: that would make a new database, and nothing would be missed any more.
 */
function useDueToday(stakeDB: string): number | null {
  const device = useDevice();
  const peek = usePeek();
  const rules = useProgrammeRules();
  const [due, setDue] = useState<number | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const count = async () => {
      const missed = await device.unitsMissed();
      if (missed.some((unit) => unit.stakeDB === stakeDB)) return null;
      const { countDueToday } = await import('./due-today.ts');
      return countDueToday(stakeDB, peek, rules, stop.signal);
    };
    count().then(
      (count) => {
        if (!stop.signal.aborted) setDue(count);
      },
      (cause: unknown) => console.warn('The children due could not be counted.', cause),
    );
    return () => stop.abort();
  }, [device, stakeDB, peek, rules]);
  return due;
}

/** The unit worked with last: what it holds, who is due, what is only here, and the way back to it. */
export function Resume({ place: { unit, country } }: { place: Place }) {
  const { t, number } = useMessages();
  const label = useCountryLabel();
  const counts = useUnitCounts().get(unit.stakeDB);
  const due = useDueToday(unit.stakeDB);
  const figures = [
    ['children', counts?.children ?? null],
    ['due', due],
    ['pending', counts?.pending ?? null],
  ] as const;
  return (
    <section className="card resume" aria-label={unit.stakeName}>
      <div className="between">
        <h2 className="h2">{unit.stakeName}</h2>
        <span className="small muted">{label(country)}</span>
      </div>
      <dl>
        {figures.map(([name, count]) => (
          <div key={name}>
            {/* Until it is known its place stays: nothing below it moves. */}
            <dd>{count === null ? '…' : number(count)}</dd>
            <dt>{t(`places.resume-${name}`, { count: count ?? 0 })}</dt>
          </div>
        ))}
      </dl>
      <Link
        className="btn btn-1 btn-wide"
        to={listPath({
          stakeDB: unit.stakeDB,
          stakeName: unit.stakeName,
          countryName: country.name,
          countryCode: country.code,
        })}
      >
        {t('places.resume')}
        <span className="vh"> {unit.stakeName}</span>
      </Link>
    </section>
  );
}
