import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import { useSetting } from '../../data/device.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { type ColorFilter, colorFilterFromParam } from '../../shared/children/list-filters.ts';
import { keepLastList } from '../../shared/navigation/last-list.ts';
import { listPath, searchOfAddress } from '../../shared/navigation/paths.ts';
import { useWard } from '../../shared/places/wards.ts';
import { type ListSort, settingOfSort, sortOfSetting } from './list-sort.ts';

/** The address is updated after this pause in typing: each update renders the whole page. */
const ADDRESS_AFTER_MS = 250;

export interface ListControls extends ListActs {
  search: string;
  filter: ColorFilter;
  ward: string;
  sort: ListSort;
  /** Whether the person typed since the page opened: a stored search alone opens no child. */
  hasTyped: boolean;
}

/**
 * Functions with a stable identity: parts that only call them are not rendered at each key stroke.
 */
interface ListActs {
  setSearch: (text: string) => void;
  setFilter: (filter: ColorFilter) => void;
  setWard: (ward: string) => void;
  setSort: (sort: ListSort) => void;
  /** Clears the search; this does not count as typing. */
  forgetSearch: () => void;
  /** Writes the typed text into the address now, before the page is left. */
  settle: () => void;
}

/**
 * Search and colour filter of the list are in its address (replaced, so that "back" leaves the
 * list); filter, ward and order are also stored on the device. `wards` are the choices.
 */
export function useListQuery(unit: OpenUnit, wards: readonly string[]): ListControls {
  const params = useParams();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { key } = useLocation();
  const filter = colorFilterFromParam(params['colorFilter']);
  const addressSearch = searchOfAddress(params['searchFilter']);
  const [, keepFilter] = useSetting('colorFilter');
  const [ward, keepWard] = useWard(unit.stakeDB, wards);
  const [keptSort, keepSort] = useSetting('listSort');

  // The address is updated with a delay, so the field holds its own text. Only a navigation by a
  // link or by the browser's buttons changes the field, never our own replacement of the address.
  const [search, setText] = useState(addressSearch);
  const [hasTyped, setHasTyped] = useState(false);
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (navigationType !== 'REPLACE') {
      setText(addressSearch);
      setHasTyped(false);
    }
  }

  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stopWaiting = () => {
    if (waiting.current !== null) clearTimeout(waiting.current);
    waiting.current = null;
  };
  const path = listPath(unit, { search: addressSearch, color: filter });
  useEffect(() => keepLastList(unit.stakeDB, path), [unit.stakeDB, path]);
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current);
    },
    [],
  );

  const goTo = (text: string, color: ColorFilter) => {
    stopWaiting();
    const next = listPath(unit, { search: text, color });
    // Noted here too: a row that was pressed leaves the page before it has the address.
    keepLastList(unit.stakeDB, next);
    void navigate(next, { replace: true });
  };

  const now: ListActs = {
    setSearch: (text) => {
      setText(text);
      setHasTyped(true);
      stopWaiting();
      waiting.current = setTimeout(() => goTo(text, filter), ADDRESS_AFTER_MS);
    },
    setFilter: (next) => {
      setHasTyped(false);
      keepFilter(next);
      goTo(search, next);
    },
    setWard: (next) => {
      setHasTyped(false);
      keepWard(next);
    },
    setSort: (next) => {
      setHasTyped(false);
      keepSort(settingOfSort(next));
    },
    forgetSearch: () => {
      setText('');
      setHasTyped(false);
      goTo('', filter);
    },
    settle: () => {
      if (waiting.current !== null) goTo(search, filter);
    },
  };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  const acts = useMemo<ListActs>(
    () => ({
      setSearch: (text) => latest.current.setSearch(text),
      setFilter: (next) => latest.current.setFilter(next),
      setWard: (next) => latest.current.setWard(next),
      setSort: (next) => latest.current.setSort(next),
      forgetSearch: () => latest.current.forgetSearch(),
      settle: () => latest.current.settle(),
    }),
    [],
  );

  const sort = useMemo(() => sortOfSetting(keptSort), [keptSort]);
  return { search, filter, ward, sort, hasTyped, ...acts };
}
