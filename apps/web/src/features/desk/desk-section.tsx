import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import { useWide } from '../../ui/use-wide.ts';

/** A part of the desk: a card; on a phone a fold whose headline shows the most important figure. */
export function DeskSection({
  title,
  headline,
  className,
  children,
}: {
  title: string;
  headline: string;
  className?: string;
  children: ReactNode;
}) {
  const wide = useWide();
  const look = `desk-section${className === undefined ? '' : ` ${className}`}`;
  if (!wide) {
    return (
      <section className={look} aria-label={title}>
        <Fold title={title} note={headline}>
          {children}
        </Fold>
      </section>
    );
  }
  return (
    <section className={`card ${look}`} aria-label={title}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  );
}

/**
 * A number that links to its children; 0 has no link. `of` says what it counts, for people who
 * cannot see its position.
 */
export function CountLink({
  count,
  to,
  of,
  className,
}: {
  count: number;
  to: string;
  of: string;
  className?: string;
}) {
  const { number } = useMessages();
  const look = `desk-count num${className === undefined ? '' : ` ${className}`}`;
  if (count === 0) {
    return (
      <span className={look}>
        {number(0)} <span className="vh">{of}</span>
      </span>
    );
  }
  return (
    <Link className={look} to={to}>
      {number(count)} <span className="vh">{of}</span>
    </Link>
  );
}
