import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';

/**
 * One of two answers as a card: a native radio button over all of it. What it says is its name, in
 * the order in which it is read.
 */
export function ChoiceCard({
  name,
  value,
  chosen,
  onChoose,
  icon,
  by,
  disabled,
  children,
  foot,
}: {
  /** Of the group. */
  name: string;
  value: string;
  chosen: boolean;
  onChoose: () => void;
  /** Before `by`. */
  icon: IconName;
  /** Who wrote it, or what it leads to: one line. */
  by: string;
  disabled?: boolean;
  children: ReactNode;
  /** Below a line: the result. */
  foot?: ReactNode;
}) {
  return (
    <label className="choice">
      <input
        type="radio"
        name={name}
        value={value}
        checked={chosen}
        disabled={disabled ?? false}
        onChange={onChoose}
      />
      <span className="choice-dot" />
      <span className="choice-value">
        {children}{' '}
        <span className="choice-by">
          <Icon name={icon} small />
          <span>{by}</span>
        </span>
      </span>{' '}
      {foot}
    </label>
  );
}
