import type { MouseEvent } from 'react';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { useAuthor } from '../../shared/people/author.tsx';

/**
 * `onClickCapture` around links into a unit: before the first one a device asks who is screening, so
 * that the question does not come between *Save* and the result. "Later" follows the link too; then
 * the first save asks. Who leaves the page instead, and with it the question, is led nowhere.
 */
export function useAskOnEntry(): (event: MouseEvent<HTMLElement>) => void {
  const { askAuthor, isKnown } = useAuthor();
  const navigate = useNavigateHere();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href');
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!path || !isPlain || isKnown()) return;
    event.preventDefault();
    void askAuthor(true).then(() => navigate(path));
  };
}
