import { actionPlaceOf, can, type MotherKind } from '@crece/domain';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { motherPath, mothersPath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { MainLink } from '../../ui/main-link.tsx';

/** The unit in which she lives now, and her entry there; no path: it is not open to this person. */
interface Found {
  readonly unitName: string;
  readonly path: string | null;
}

/**
 * For a woman who is not in this unit: her entry where she lives now, or which unit that is where this
 * person may not open it; else `otherwise`.
 */
export function MovedMother({
  unit,
  id,
  kind,
  otherwise,
}: {
  unit: OpenUnit;
  id: string;
  kind: MotherKind;
  otherwise: ReactNode;
}) {
  const { t } = useMessages();
  const device = useDevice();
  const account = useSession();
  const { local } = unit;
  const found = useLoaded(
    async (): Promise<Found | null> => {
      const home = await local.movedTo(id);
      if (home === null) return null;
      const { stakeDB } = home;
      const place = await findPlace(device, stakeDB, new Date());
      const unitName = place?.unit.stakeName ?? stakeDB;
      const isOpen = place !== null && can(account, 'see-places', actionPlaceOf(place));
      const path = isOpen ? motherPath({ stakeDB, stakeName: unitName }, home.id, kind) : null;
      return { unitName, path };
    },
    [local, id, kind, device, account],
    {
      fail: (cause) => {
        console.warn('Where a woman lives could not be found out.', cause);
        return null;
      },
    },
  );
  if (found === undefined) return null;
  if (found === null) return otherwise;
  if (found.path !== null) return <Navigate to={found.path} replace />;
  return (
    <Blank
      picture="lost"
      title={t('mothers.moved-title')}
      actions={<MainLink to={mothersPath(unit, kind)}>{t('mothers.to-list')}</MainLink>}
    >
      {t('mothers.moved', { unit: found.unitName })}
    </Blank>
  );
}
