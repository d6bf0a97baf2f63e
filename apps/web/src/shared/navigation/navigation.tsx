import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { homePath } from './paths.ts';

/**
 * The main links of an area: a bar at the bottom of a phone, beside the page where there is room.
 */
export function Navigation({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <nav className="nav" aria-label={label}>
      <Link className="brandmark" to={homePath()}>
        <BrandMark size={30} />
        {t('app.name')}
      </Link>
      {children}
    </nav>
  );
}

/** One link of a navigation; `isHere` when the page belongs to it, `count` after its words. */
export function navigationEntry(
  to: string,
  icon: IconName,
  text: string,
  isHere?: boolean,
  count?: ReactNode,
) {
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      <span className="pill">
        <Icon name={icon} />
      </span>
      {text}
      {count}
    </Link>
  );
}
