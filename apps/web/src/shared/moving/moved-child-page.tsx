import { actionPlaceOf, can, type Home, unitOfId } from '@crece/domain';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { fetchHome } from '../../api/moves.ts';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { Page } from '../navigation/page.tsx';
import { listPath } from '../navigation/paths.ts';

interface Found {
  readonly home: Home;
  readonly unitName: string;
  /** Whether this person may see the unit. */
  readonly isOpen: boolean;
}

/** The address of the same page for the child's id in its home. */
function addressThere(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  childId: string,
  { stakeDB, id }: Home,
): string {
  const path = pathname
    .split('/')
    .map((part) => (decodeURIComponent(part) === childId ? encodeURIComponent(id) : part))
    .join('/');
  // A clinic's answer goes along; the unit is named only where the id does not say it.
  const query = new URLSearchParams(search);
  query.delete('stakeDB');
  if (unitOfId(id) !== stakeDB) query.set('stakeDB', stakeDB);
  return query.size === 0 ? path : `${path}?${query}`;
}

/**
 * In place of "not found", for a child that moved: its page in the unit where it lives, by what this
 * device knows, or else the server. `otherwise` is shown when it did not move.
 */
export function MovedChildPage({
  unit,
  childId,
  otherwise,
}: {
  unit: OpenUnit;
  childId: string;
  otherwise: ReactNode;
}) {
  const { t } = useMessages();
  const device = useDevice();
  const account = useSession();
  const location = useLocation();
  const { stakeDB, local } = unit;
  const mayAsk = can(account, 'sync', unit.place);
  const found = useLoaded(
    async (): Promise<Found | null> => {
      const here = { stakeDB, id: childId };
      const home = (await local.movedTo(childId)) ?? (mayAsk ? await fetchHome(here) : null);
      if (home === null) return null;
      const place = await findPlace(device, home.stakeDB, new Date());
      const isOpen = place !== null && can(account, 'see-places', actionPlaceOf(place));
      return { home, unitName: place?.unit.stakeName ?? home.stakeDB, isOpen };
    },
    [local, stakeDB, childId, mayAsk, device, account],
    {
      fail: (cause) => {
        console.warn('Where a child lives could not be found out.', cause);
        return null;
      },
    },
  );
  const isReady = useSentences('later') === 'ready';
  if (found === null) return otherwise;
  // Of pages about one screening only the child's own page exists there.
  if (found?.isOpen) {
    return <Navigate to={addressThere(location, childId, found.home)} replace />;
  }
  const title = t('children.title');
  return (
    <Page title={title} back={listPath(unit)} unit={unit} section="children">
      {found === undefined || !isReady ? (
        <Waiting />
      ) : (
        <Blank
          picture="lost"
          title={t('moving.moved-title')}
          actions={<MainLink to={listPath(unit)}>{t('screenings.go-to-children')}</MainLink>}
        >
          {t('moving.moved', { unit: found.unitName })} {t('moving.no-access')}
        </Blank>
      )}
    </Page>
  );
}
