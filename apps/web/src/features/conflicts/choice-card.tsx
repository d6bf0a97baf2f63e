import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';

/**
 * One of two answers as a card with a native radio button over its whole area. Its text is its
 * accessible name, in reading order.
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
  /** Name of the radio group. */
  name: string;
  value: string;
  chosen: boolean;
  onChoose: () => void;
  /** Icon before `by`. */
  icon: IconName;
  /** Who wrote the value, or what the answer leads to: one line. */
  by: string;
  disabled?: boolean;
  children: ReactNode;
  /** Content below a line: the result. */
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
