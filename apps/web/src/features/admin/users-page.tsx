import type { UsersBody } from '@crece/contract';
import { GRANTED_ROLES, type Role } from '@crece/domain';
import { Navigate } from 'react-router';
import { fetchUsers } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { newUserPath, usersPath } from './admin-paths.ts';
import { lastPage, Pager } from './pager.tsx';
import { useServerData } from './use-server-data.ts';
import { useUsersQuery } from './use-users-query.ts';
import { UserList } from './user-list.tsx';

/** Number of accounts per answer of the server. */
const PAGE_SIZE = 15;

/** All accounts, one page at a time, with search and role. */
export function UsersPage() {
  const { t } = useMessages();
  const { query, typed, setTyped, setRole, showEverybody } = useUsersQuery();
  const answer = useServerData(usersPath(query), (signal) => fetchUsers(query, signal));
  const { data } = answer;
  const isFiltered = query.search !== '' || query.role !== null;
  return (
    <AdminPage
      section="users"
      title={t('admin.users-title')}
      requestsChanged={data}
      {...(data === null
        ? {}
        : {
            subtitle: t(isFiltered ? 'admin.people-found' : 'admin.people', { count: data.total }),
          })}
    >
      <div className="admin-tools">
        <SearchField label={t('admin.users-search')} value={typed} onValue={setTyped} />
        <RoleFilter role={query.role} onRole={setRole} />
        <ButtonLink to={newUserPath()} kind="primary" icon="add">
          {t('admin.add-user')}
        </ButtonLink>
      </div>
      <Answered from={answer}>
        {(body) => (
          <Found
            body={body}
            query={query}
            busy={answer.busy}
            onEverybody={showEverybody}
            onRemoved={answer.reload}
          />
        )}
      </Answered>
    </AdminPage>
  );
}

function RoleFilter({ role, onRole }: { role: Role | null; onRole: (role: Role | null) => void }) {
  const { t } = useMessages();
  return (
    <div className="select-box">
      <select
        className="select"
        aria-label={t('admin.role-filter')}
        value={role ?? ''}
        onChange={(event) => {
          onRole(GRANTED_ROLES.find((each) => each === event.target.value) ?? null);
        }}
      >
        <option value="">{t('admin.all-roles')}</option>
        {GRANTED_ROLES.map((each) => (
          <option key={each} value={each}>
            {t(`admin.role.${each}`)}
          </option>
        ))}
      </select>
      <Icon name="open" />
    </div>
  );
}

function Found({
  body: { users, total },
  query,
  busy,
  onEverybody,
  onRemoved,
}: {
  body: UsersBody;
  query: ReturnType<typeof useUsersQuery>['query'];
  busy: boolean;
  onEverybody: () => void;
  onRemoved: () => void;
}) {
  const { t } = useMessages();
  if (total === 0) {
    return (
      <Blank
        picture="nobody"
        title={t('admin.nobody-title')}
        actions={
          <Button kind="primary" wide onClick={onEverybody}>
            {t('admin.show-everybody')}
          </Button>
        }
      >
        {query.search === ''
          ? t('admin.nobody-with-role')
          : t('admin.nobody', { search: query.search })}
      </Blank>
    );
  }
  const last = lastPage(total, PAGE_SIZE);
  // The only account of the last page was deleted, or the address is older than the list.
  if (users.length === 0 && !busy && query.page > last) {
    return <Navigate to={usersPath({ ...query, page: last })} replace />;
  }
  return (
    <div aria-busy={busy} className={busy ? 'admin-stale' : ''}>
      <UserList users={users} onRemoved={onRemoved} />
      <Pager
        page={query.page}
        size={PAGE_SIZE}
        total={total}
        pathOf={(page) => usersPath({ ...query, page })}
      />
    </div>
  );
}
