import { type ReactNode, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** Further records are shown on demand. */
const SHOWN_AT_FIRST = 20;

/**
 * One kind of records that wait: their number, what to do, and each record. Shows nothing without
 * such records.
 */
export function WaitingCard<T>({
  icon,
  title,
  text,
  items,
  keyOf,
  children,
}: {
  icon: IconName;
  title: string;
  text: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
}) {
  const { t, number } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  if (items.length === 0) return null;
  const shown = isOpen ? items : items.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="card card-flush" aria-label={title}>
      <div className="waiting-head">
        <Icon name={icon} />
        <div>
          <h2 className="h2">{title}</h2>
          <p className="small muted">{text}</p>
        </div>
      </div>
      <ul className="waiting-rows">
        {shown.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {shown.length < items.length ? (
        <Button kind="soft" wide onClick={() => setIsOpen(true)}>
          {t('waiting.show-all', { count: number(items.length) })}
        </Button>
      ) : null}
    </section>
  );
}
