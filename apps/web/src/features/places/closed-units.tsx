import { actionPlaceOf, type Catalogue, can, findUnit, type Place } from '@crece/domain';
import { Link } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import { backupPath } from '../../shared/navigation/waiting-paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUnitCounts } from './use-unit-counts.ts';

/**
 * Units that are not open to the person at work and have records that nobody else has: once the
 * account works elsewhere, no list shows them. The linked page says who can save and send them.
 */
export function ClosedUnits({ all }: { all: Catalogue }) {
  const session = useSession();
  const closed = useDevice()
    .unitsOpened()
    .flatMap(({ stakeDB }) => findUnit(all, stakeDB) ?? [])
    .filter((place) => !can(session, 'see-places', actionPlaceOf(place)));
  // Hardly any device has one: nothing is counted for it.
  return closed.length === 0 ? null : <OnlyHere places={closed} />;
}

function OnlyHere({ places }: { places: readonly Place[] }) {
  const { t } = useMessages();
  const counts = useUnitCounts();
  return places.map(({ unit: { stakeDB, stakeName } }) => {
    const count = counts.get(stakeDB)?.pending ?? 0;
    return count === 0 ? null : (
      <section key={stakeDB} className="card card-flush" aria-label={stakeName}>
        <Link className="lrow" to={backupPath()}>
          <Icon name="warning" />
          <span className="grow">
            <span className="t">{stakeName}</span>{' '}
            <span className="d">
              {t('errors.forbidden-title')} · {t('places.only-here', { count })}
            </span>
          </span>
          <Icon name="next" className="chev" />
        </Link>
      </section>
    );
  });
}
