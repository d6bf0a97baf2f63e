import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** A sentence with an icon before it. */
export function IconNote({
  icon,
  children,
  large = false,
  ...look
}: {
  icon: IconName;
  children: ReactNode;
  large?: boolean;
  className: string;
  role?: 'status';
}) {
  return (
    <p {...look}>
      <Icon name={icon} small={!large} />
      <span>{children}</span>
    </p>
  );
}
