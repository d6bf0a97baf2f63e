import { actionPlaceOf, type Catalogue, can, findUnit, type Place } from '@crece/domain';
import { Link } from 'react-router';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { listPath } from '../../shared/navigation/paths.ts';
import { backupPath } from '../../shared/navigation/waiting-paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUnitCounts } from './use-unit-counts.ts';

interface UnitHere {
  readonly stakeDB: string;
  /** Null: the list of places does not have it. */
  readonly place: Place | null;
}

/**
 * Units that no list shows to the person at work and that have records which nobody else has: once the
 * account works elsewhere, or a unit is no longer among the places. The linked page says who can save
 * and send them.
 */
export function ClosedUnits({ all }: { all: Catalogue }) {
  const session = useSession();
  const hidden = useDevice()
    .unitsOpened()
    .map(({ stakeDB }): UnitHere => ({ stakeDB, place: findUnit(all, stakeDB) }))
    .filter(({ place }) => place === null || !can(session, 'see-places', actionPlaceOf(place)));
  // Hardly any device has one: nothing is counted for it.
  return hidden.length === 0 ? null : <OnlyHere units={hidden} />;
}

function OnlyHere({ units }: { units: readonly UnitHere[] }) {
  const counts = useUnitCounts();
  return units.map(({ stakeDB, place }) => {
    const count = counts.get(stakeDB)?.pending ?? 0;
    if (count === 0) return null;
    const row = { stakeDB, count };
    return place === null ? (
      <Unlisted key={stakeDB} {...row} />
    ) : (
      <UnitRow key={stakeDB} {...row} place={place} />
    );
  });
}

/** A unit that the list of places does not have: the built-in list or the server may know it. */
function Unlisted({ stakeDB, count }: { stakeDB: string; count: number }) {
  const device = useDevice();
  const place = useLoaded(() => findPlace(device, stakeDB, new Date()), [device, stakeDB]);
  return place === undefined ? null : <UnitRow stakeDB={stakeDB} count={count} place={place} />;
}

function UnitRow({ stakeDB, count, place }: UnitHere & { count: number }) {
  const { t } = useMessages();
  const isOpen = can(useSession(), 'see-places', place === null ? {} : actionPlaceOf(place));
  const stakeName = place?.unit.stakeName ?? stakeDB;
  const why =
    place === null ? 'errors.unit-unknown-title' : isOpen ? null : 'errors.forbidden-title';
  return (
    <section className="card card-flush" aria-label={stakeName}>
      <Link className="lrow" to={why === null ? listPath({ stakeDB, stakeName }) : backupPath()}>
        <Icon name="warning" />
        <span className="grow">
          <span className="t">{stakeName}</span>{' '}
          <span className="d">
            {why === null ? null : `${t(why)} · `}
            {t('places.only-here', { count })}
          </span>
        </span>
        <Icon name="next" className="chev" />
      </Link>
    </section>
  );
}
