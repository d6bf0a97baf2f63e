import type { MotherKind } from '@crece/domain';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { motherPath } from '../../shared/navigation/paths.ts';

/** For a woman who is not in this unit: her entry where she lives now, or `otherwise`. */
export function MovedMother({
  unit: { local },
  id,
  kind,
  otherwise,
}: {
  unit: OpenUnit;
  id: string;
  kind: MotherKind;
  otherwise: ReactNode;
}) {
  const device = useDevice();
  const path = useLoaded<string | null>(
    async () => {
      const home = await local.movedTo(id);
      if (home === null) return null;
      const place = await findPlace(device, home.stakeDB, new Date());
      const { stakeDB } = home;
      return motherPath({ stakeDB, stakeName: place?.unit.stakeName ?? stakeDB }, home.id, kind);
    },
    [local, id, kind, device],
    {
      fail: (cause) => {
        console.warn('Where a woman lives could not be found out.', cause);
        return null;
      },
    },
  );
  if (path === undefined) return null;
  return path === null ? otherwise : <Navigate to={path} replace />;
}
