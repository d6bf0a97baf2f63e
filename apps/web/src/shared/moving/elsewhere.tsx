import { type ReactNode, useState } from 'react';
import type { OpenUnit } from '../../data/units.tsx';
import { Later } from '../../ui/later.tsx';

const loadMoved = async () => (await import('./moved-child-page.tsx')).MovedChildPage;

/** For a child that is not in this unit: its page where it lives, or `otherwise`. */
export function Elsewhere(props: { unit: OpenUnit; childId: string; otherwise: ReactNode }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return props.otherwise;
  return <Later load={loadMoved} props={props} onMissing={() => setMissing(true)} />;
}
