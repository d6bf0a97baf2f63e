import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import { ACCOUNT_PATHS } from './account-paths.ts';
import { DESK_PATH } from './desk-paths.ts';
import { Navigation, navigationEntry } from './navigation.tsx';
import { homePath } from './paths.ts';
import { MY_REPORTS_PATH } from './report-paths.ts';

/** A coordinator's navigation, on the desk and on the pages that it links to. */
export function DeskNavigation({ at = 'desk' }: { at?: 'desk' | 'reports' }) {
  const { t } = useMessages();
  const mayUsers = useCan('manage-users');
  return (
    <Navigation label={t('desk.nav-label')}>
      {navigationEntry(DESK_PATH, 'bars', t('desk.title'), at === 'desk')}
      {navigationEntry(homePath(), 'globe', t('desk.nav-places'))}
      {navigationEntry(MY_REPORTS_PATH, 'table', t('desk.nav-reports'), at === 'reports')}
      {mayUsers ? navigationEntry(ACCOUNT_PATHS.users, 'person', t('desk.nav-users')) : null}
    </Navigation>
  );
}
