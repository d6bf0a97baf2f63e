import { countRoleRequests } from '../../api/session-calls.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useCan } from '../../data/session.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { ACCOUNT_PATHS } from './account-paths.ts';
import { DESK_PATH } from './desk-paths.ts';
import { Navigation, navigationEntry } from './navigation.tsx';
import { homePath } from './paths.ts';
import { MY_REPORTS_PATH } from './report-paths.ts';

export type RailPlace = 'overview' | 'reports' | 'people' | 'programme';

/** Number of people who wait for an answer; 0 while it is unknown, or for who may not answer. */
export function useOpenRequests(changed?: unknown): number {
  const online = useOnline();
  const mayAnswer = useCan('manage-users');
  const count = useLoaded(
    async () => (online && mayAnswer ? await countRoleRequests() : null) ?? undefined,
    [online, mayAnswer],
    { again: [changed] },
  );
  return count ?? 0;
}

/**
 * The one navigation of whoever coordinates or administrates: a bar at the bottom of a phone, a rail
 * beside the page where there is room. `waiting`: how many people wait for an answer.
 */
export function CoordinationRail({ at, waiting }: { at: RailPlace; waiting: number }) {
  const { t } = useMessages();
  const mayReport = useCan('report-unit');
  const mayUsers = useCan('manage-users');
  const maySettings = useCan('manage-settings');
  const mayPlaces = useCan('manage-catalogue');
  const count =
    waiting === 0 ? null : (
      <>
        <b className="nav-count" aria-hidden="true">
          {waiting}
        </b>
        <VisuallyHidden>, {t('desk.nav-requests', { count: waiting })}</VisuallyHidden>
      </>
    );
  const programme = maySettings ? ACCOUNT_PATHS.programme : ACCOUNT_PATHS.places;
  return (
    <Navigation label={t('desk.nav-label')}>
      {mayReport ? navigationEntry(DESK_PATH, 'bars', t('desk.title'), at === 'overview') : null}
      {navigationEntry(homePath(), 'globe', t('desk.nav-places'))}
      {mayReport
        ? navigationEntry(MY_REPORTS_PATH, 'table', t('desk.nav-reports'), at === 'reports')
        : null}
      {mayUsers
        ? navigationEntry(
            ACCOUNT_PATHS.users,
            'person',
            t('desk.nav-people'),
            at === 'people',
            count,
          )
        : null}
      {maySettings || mayPlaces
        ? navigationEntry(programme, 'note', t('desk.nav-programme'), at === 'programme')
        : null}
    </Navigation>
  );
}

/** The rail on pages that do not need the number themselves. */
export function Coordination({ at }: { at: RailPlace }) {
  return <CoordinationRail at={at} waiting={useOpenRequests()} />;
}
