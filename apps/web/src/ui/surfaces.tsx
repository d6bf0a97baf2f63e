import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>;
}

/** White paper with round corners; `flush` lets children touch the edge. */
export function Card({
  title,
  flush,
  className,
  children,
}: {
  title?: string;
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const look = `card${flush ? ' card-flush' : ''}${className === undefined ? '' : ` ${className}`}`;
  if (title === undefined) return <div className={look}>{children}</div>;
  return (
    <section className={look} aria-label={title}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  );
}

/** A part that unfolds, with native `details`; `open` sets its initial state. */
export function Fold({
  title,
  note,
  icon,
  open,
  children,
}: {
  title: string;
  note?: string;
  icon?: IconName;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="fold" open={open ?? false}>
      <summary>
        {icon === undefined ? null : <Icon name={icon} />}
        <span className="grow">
          <b>{title}</b>
          {note === undefined ? null : (
            <>
              <br />
              <span className="small muted">{note}</span>
            </>
          )}
        </span>
        <Icon name="open" className="chev turn" />
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}

/** Progress of a task; never decreases. `label` says what is counted. */
export function ProgressBar({ value, max, label }: { value: number; max: number; label: string }) {
  const share = max <= 0 ? 0 : Math.min(1, value / max);
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}
