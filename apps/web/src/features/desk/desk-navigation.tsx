import { Link } from 'react-router';
import { ACCOUNT_PATHS } from '../../components/account-paths.ts';
import { BrandMark } from '../../components/brand.tsx';
import { deskPath } from '../../components/desk-paths.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { homePath } from '../../components/paths.ts';
import { MY_REPORTS_PATH } from '../../components/report-paths.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';

/** Where a coordinator goes from the desk. */
export function DeskNavigation() {
  const { t } = useMessages();
  const mayUsers = useCan('manage-users');
  const entry = (to: string, icon: IconName, text: string, isHere = false) => (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      <span className="pill">
        <Icon name={icon} />
      </span>
      {text}
    </Link>
  );
  return (
    <nav className="nav" aria-label={t('desk.nav-label')}>
      <Link className="brandmark" to={homePath()}>
        <BrandMark size={30} />
        {t('app.name')}
      </Link>
      {entry(deskPath(), 'bars', t('desk.title'), true)}
      {entry(homePath(), 'globe', t('desk.nav-places'))}
      {entry(MY_REPORTS_PATH, 'table', t('desk.nav-reports'))}
      {mayUsers ? entry(ACCOUNT_PATHS.users, 'person', t('desk.nav-users')) : null}
    </nav>
  );
}
