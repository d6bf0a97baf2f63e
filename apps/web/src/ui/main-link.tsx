import type { ReactNode } from 'react';
import { ButtonLink } from './controls.tsx';

/** The one way on from a page that has nothing to show. */
export function MainLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to} kind="primary" wide>
      {children}
    </ButtonLink>
  );
}
