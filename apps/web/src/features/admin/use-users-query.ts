import { GRANTED_ROLES, type Role } from '@crece/domain';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { pageOfAddress, type UsersQuery, usersPath } from './admin-paths.ts';

/** The server is asked after this pause in typing. */
const ASK_AFTER_MS = 300;

export interface UsersControls {
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
export function useUsersQuery(): UsersControls {
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
