import { type ComponentType, useEffect, useState } from 'react';
import { useSentences } from '../data/messages.tsx';
import { useCan } from '../data/session.tsx';
import type { OpenUnit } from '../data/units.tsx';

type Part = ComponentType<{ unit: OpenUnit }>;

/**
 * The part of the sync page that is a coordinator's: reports, upload, conversion. A chunk that others
 * never fetch; where it cannot be had, the page goes on without it.
 */
export function SyncDesk({ unit }: { unit: OpenUnit }) {
  return useCan('report-unit', unit.place) ? <Loaded unit={unit} /> : null;
}

function Loaded({ unit }: { unit: OpenUnit }) {
  const sentences = useSentences('desk');
  const [found, setFound] = useState<{ Part: Part } | null>(null);
  useEffect(() => {
    let isShown = true;
    import('./desk-pages.ts')
      .then(({ DESK_PARTS }) => DESK_PARTS.SyncReports())
      .then(
        (SyncReports) => isShown && setFound({ Part: SyncReports }),
        (cause: unknown) => console.warn('The reports are not on this device.', cause),
      );
    return () => {
      isShown = false;
    };
  }, []);
  return found === null || sentences !== 'ready' ? null : <found.Part unit={unit} />;
}
