import type { UsersBody } from '@crece/contract';
import { GRANTED_ROLES, type Role } from '@crece/domain';
import { useEffect, useRef, useState } from 'react';
import {
  Navigate,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router';
import { fetchUsers } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { newUserPath, pageOfAddress, type UsersQuery, usersPath } from './admin-paths.ts';
import { lastPage, Pager } from './pager.tsx';
import { useServerData } from './use-server-data.ts';
import { UserList } from './user-list.tsx';

/** The server is asked after this pause in typing. */
const ASK_AFTER_MS = 300;

interface UsersControls {
  /** The query for the server, from the address. */
  query: UsersQuery;
  /** Text of the search field. */
  typed: string;
  setTyped(text: string): void;
  setRole(role: Role | null): void;
  /** Clears the search and the role filter. */
  showEverybody(): void;
}

/**
 * Page, search and role of the users list are in its address, so that Back restores them. Typed
 * text replaces the address with a delay; another page adds a history entry.
 */
function useUsersQuery(): UsersControls {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const query: UsersQuery = {
    page: pageOfAddress(params.get('page')),
    search: params.get('search') ?? '',
    role: GRANTED_ROLES.find((role) => role === params.get('role')) ?? null,
  };

  // Only a navigation by a link or by the browser's buttons changes the text of the field.
  const [typed, setText] = useState(query.search);
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (navigationType !== 'REPLACE') setText(query.search);
  }

  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stopWaiting = () => {
    if (waiting.current !== null) clearTimeout(waiting.current);
    waiting.current = null;
  };
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current);
    },
    [],
  );

  const ask = (search: string, role: Role | null) => {
    stopWaiting();
    void navigate(usersPath({ search: search.trim(), role }), { replace: true });
  };
  return {
    query,
    typed,
    setTyped: (text) => {
      setText(text);
      stopWaiting();
      waiting.current = setTimeout(() => ask(text, query.role), ASK_AFTER_MS);
    },
    setRole: (role) => ask(typed, role),
    showEverybody: () => {
      setText('');
      ask('', null);
    },
  };
}

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
          : t('admin.nobody', {
              search: query.search,
              filtered: query.role === null ? 'no' : 'yes',
            })}
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
