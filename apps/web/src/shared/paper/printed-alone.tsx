import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useCovered } from '../../data/lock.ts';
import './printed-alone.css';

const PRINTS_CARD = 'prints-card';

/**
 * What paper shows in place of the page: a copy beside the application. It is always drawn, because a
 * browser may print before it draws anything new. A locked phone prints nothing of it.
 */
export function PrintedAlone({ children }: { children: ReactNode }) {
  const isCovered = useCovered();
  useEffect(() => {
    document.body.classList.add(PRINTS_CARD);
    return () => document.body.classList.remove(PRINTS_CARD);
  }, []);
  if (isCovered || children === null) return null;
  return createPortal(<div className="card-paper">{children}</div>, document.body);
}
