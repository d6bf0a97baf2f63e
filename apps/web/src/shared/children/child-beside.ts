import { type ComponentType, createContext, use } from 'react';
import type { OpenUnit } from '../../data/units.tsx';
import { useRoomy } from '../../ui/use-wide.ts';

interface BesideProps {
  unit: OpenUnit;
  /** The child of the list's chosen row. */
  childId: string;
}

type LoadBeside = () => Promise<ComponentType<BesideProps>>;

/** Loads what shows a child beside the list. It is another feature's: `app` gives it. */
export const ChildBeside = createContext<LoadBeside | null>(null);

/** The part beside the list, where the window has room for it; else null. */
export function useBeside(): LoadBeside | null {
  const load = use(ChildBeside);
  return useRoomy() ? load : null;
}
