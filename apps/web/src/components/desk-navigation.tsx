import { ACCOUNT_PATHS } from '../../components/account-paths.ts';
import { DESK_PATH } from '../../components/desk-paths.ts';
import { Navigation, navigationEntry } from '../../components/navigation.tsx';
import { homePath } from '../../components/paths.ts';
import { MY_REPORTS_PATH } from '../../components/report-paths.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';

/** Where a coordinator goes from the desk. */
export function DeskNavigation() {
  const { t } = useMessages();
  const mayUsers = useCan('manage-users');
  return (
    <Navigation label={t('desk.nav-label')}>
      {navigationEntry(DESK_PATH, 'bars', t('desk.title'), true)}
      {navigationEntry(homePath(), 'globe', t('desk.nav-places'))}
      {navigationEntry(MY_REPORTS_PATH, 'table', t('desk.nav-reports'))}
      {mayUsers ? navigationEntry(ACCOUNT_PATHS.users, 'person', t('desk.nav-users')) : null}
    </Navigation>
  );
}
