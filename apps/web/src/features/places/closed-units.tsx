import { actionPlaceOf, can, findUnit } from '@crece/domain';
import { Link } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useSession } from '../../data/session.tsx';
import { backupPath } from '../../shared/navigation/waiting-paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUnitCounts } from './use-unit-counts.ts';

/**
 * Units that are not open to the person at work and have records that nobody else has: once the
 * account works elsewhere, no list shows them. The linked page says who can save and send them.
 */
export function ClosedUnits() {
  const { t } = useMessages();
  const device = useDevice();
  const session = useSession();
  const places = usePlaces();
  const counts = useUnitCounts();
  return device.unitsOpened().map(({ stakeDB }) => {
    const place = places && findUnit(places, stakeDB);
    const count = counts.get(stakeDB)?.pending ?? 0;
    if (!place || count === 0 || can(session, 'see-places', actionPlaceOf(place))) return null;
    return (
      <section key={stakeDB} className="card card-flush" aria-label={place.unit.stakeName}>
        <Link className="lrow" to={backupPath()}>
          <Icon name="warning" />
          <span className="grow">
            <span className="t">{place.unit.stakeName}</span>{' '}
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
