import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLatest } from '../../data/use-latest.ts';
import { samePath } from '../../shared/navigation/same-paths.ts';
import { WayTo } from './rows.tsx';

/** Looks for the children of a unit that may be one, before their page is opened; returns what stops it. */
export type SameAhead = (unit: OpenUnit) => () => void;

/** Whether an element has come into view since it was drawn. */
function useSeen() {
  const element = useRef<HTMLAnchorElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, isSeen };
}

/**
 * The way to the children that may be one. On a phone it is below the window's end: the search costs
 * processor time only for who has scrolled to it, once a visit and after each run.
 */
export function WayToSame({
  unit,
  isQuiet,
  ahead,
}: {
  unit: OpenUnit;
  /** Whether all records were read and no run changes them now: a change ends the search. */
  isQuiet: boolean;
  ahead?: SameAhead;
}) {
  const { t } = useMessages();
  const { element, isSeen } = useSeen();
  const look = useLatest(() => ahead?.(unit));
  useEffect(() => {
    // Whoever leaves for the pairs takes the search along; for no other page it is worth the time.
    return isSeen && isQuiet ? look.current() : undefined;
  }, [isSeen, isQuiet, look]);
  return <WayTo ref={element} to={samePath(unit)} icon="split" title={t('children.same')} />;
}
