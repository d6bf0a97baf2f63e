import type { UnitLoaded } from '@crece/storage/backup';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { LoadedUnits } from './loaded-units.tsx';
import { type LookedAt, OpenedFile } from './opened-file.tsx';

type Stage =
  | { at: 'file' }
  | { at: 'opened'; opened: LookedAt }
  | { at: 'loaded'; units: readonly UnitLoaded[] };

/** A backup file from its form to what it brought: opened, shown, and taken over by this device. */
export function FileStages({
  take,
  onLoaded,
  children,
}: Pick<ComponentProps<typeof OpenedFile>, 'take'> & {
  onLoaded?: () => void;
  /** The form that opens a file. */
  children: (onOpened: (opened: LookedAt) => void) => ReactNode;
}) {
  const [stage, setStage] = useState<Stage>({ at: 'file' });
  const again = () => setStage({ at: 'file' });
  if (stage.at === 'file') return children((opened) => setStage({ at: 'opened', opened }));
  if (stage.at === 'loaded') return <LoadedUnits units={stage.units} onOther={again} />;
  return (
    <OpenedFile
      opened={stage.opened}
      take={take}
      onOther={again}
      onLoaded={(units) => {
        setStage({ at: 'loaded', units });
        onLoaded?.();
      }}
    />
  );
}
