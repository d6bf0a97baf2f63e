import type { ReactNode } from 'react';
import { useMessages } from '../../../data/messages.tsx';
import type { OpenUnit } from '../../../data/units.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { childPath, duePath } from '../../../shared/navigation/paths.ts';

export interface FrameProps {
  unit: OpenUnit;
  /** The child whose family alone is written to. */
  childId: string | null;
  dock?: ReactNode;
  children: ReactNode;
}

export function CallFrame({ unit, childId, dock, children }: FrameProps) {
  const { t } = useMessages();
  return (
    <Page
      title={t(childId === null ? 'call.title' : 'call.title-one')}
      subtitle={unit.stakeName}
      back={childId === null ? duePath(unit) : childPath(childId, unit.stakeDB)}
      unit={unit}
      section="due"
      width="read"
      dock={dock}
    >
      {children}
    </Page>
  );
}
