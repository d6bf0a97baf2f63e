import type { IsoDate } from '@crece/domain';
import { type Arrived, type ChildRow, screeningsHere } from '@crece/storage';
import {
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../../data/messages.tsx';
import { whenIdle } from '../../data/when-idle.ts';
import { hasNamesake } from '../../shared/children/namesakes.ts';
import { usePressedLink } from '../../shared/navigation/pressed-link.ts';
import type { RowAlert } from '../../shared/screenings/record-state.ts';
import { useWindowRows, type WindowRows } from '../../ui/window-rows.ts';
import { ChildRowLink } from './child-row.tsx';
import type { ListSort } from './list-sort.ts';
import { ColumnHeads } from './sort-controls.tsx';
import './child-rows.css';
import { useListScroll } from './use-list-scroll.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/**
 * Estimated height on a phone: between a row of two lines (64 px or less) and one with badges. Too
 * low is safe: what is drawn must fill the window.
 */
const ROW_ESTIMATE_PX = 64;
const ROWS_AROUND = 3;
/** Pause after which rows outside the window are drawn. */
const REST_MS = 250;

/**
 * Where a list is, in pixels: its upper edge from the top of the page, and what bars cover below; and
 * how many rows its style puts beside each other.
 */
interface Place {
  readonly top: number;
  readonly covered: number;
  readonly columns: number;
}

/**
 * Where the list was when it was last measured. One that returns, as after a search without result,
 * is there again: it is drawn once and not twice.
 */
class LastPlace {
  #place: Place = { top: 0, covered: 0, columns: 1 };

  /** The place; the same object until a measurement differs. */
  measured(now: Place = this.#place): Place {
    const { top, covered, columns } = this.#place;
    if (now.top !== top || now.covered !== covered || now.columns !== columns) this.#place = now;
    return this.#place;
  }
}

const lastPlace = new LastPlace();

interface ChildRowsProps {
  rows: readonly ChildRow[];
  /** All children that the rows were chosen from: of two with one name each tells its mother. */
  everybody: readonly ChildRow[];
  /** Number of rows of the list, of which `rows` may be the beginning; -1 when it is not known. */
  count: number;
  /** Children with a task that waits for a person. */
  alerts: ReadonlyMap<string, RowAlert>;
  /** Which children's screenings can have arrived. */
  arrived: Arrived;
  today: IsoDate;
  /** Whether there is room for a table. */
  isWide: boolean;
  stakeDB: string;
  /** Whether the unit has ended. */
  isEnded: boolean;
  place: string;
  /** What found the rows, empty without a search: then the mother tells who is who. */
  search: string;
  /** Whether the person has done anything on the page. */
  hasActed: () => boolean;
  /** The bar below the list, which on a phone covers rows. */
  footRef: RefObject<HTMLElement | null>;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  /** Draws the chosen child beside the list; a stable function. Without it a press opens the child. */
  drawBeside?: ((childId: string) => ReactNode) | undefined;
}

/**
 * The rows of the list, rendered only where they are visible: 10,000 children scroll like ten.
 * `place` identifies this list with its filters; the way back restores its scroll position.
 */
export const ChildRows = memo(function ChildRows({
  rows,
  everybody,
  count,
  alerts,
  arrived,
  today,
  isWide,
  stakeDB,
  isEnded,
  place,
  search,
  hasActed,
  footRef,
  sort,
  onSort,
  drawBeside,
}: ChildRowsProps) {
  const { t } = useMessages();
  const press = useRowPress(drawBeside !== undefined);
  const listRef = useRef<HTMLUListElement>(null);
  const { top, covered, columns } = useListPlace(listRef, footRef);
  /** The row that had the focus last. */
  const [focused, setFocused] = useState<string | null>(null);
  const isResting = useRestOf(place);
  const around = isResting ? ROWS_AROUND : 0;
  const drawName = useFoundLetters(isResting ? search : '');

  const virtualizer = useWindowRows({
    count: rows.length,
    columns,
    estimate: ROW_ESTIMATE_PX,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: around,
    scrollMargin: top,
    covered: around === 0 ? covered : 0,
  });
  useSteadyRows(virtualizer, { rows, place, listRef });
  useListScroll(virtualizer, { place, rows, listRef, hasActed });

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const isDrawn = items.some((item) => item.key === focused);
  const tabStop = isDrawn ? focused : (items[first?.index === 0 ? 0 : around]?.key ?? null);
  const chosen =
    drawBeside === undefined ? undefined : (rows.find(({ id }) => id === focused) ?? rows[0]);
  const table = (
    <div className={drawBeside === undefined ? 'table' : 'rows-beside'}>
      {isWide ? <ColumnHeads sort={sort} onSort={onSort} /> : null}
      <ul
        ref={listRef}
        className="rows"
        aria-label={t('children.title')}
        aria-description={t('children.keys')}
        onFocus={({ target }) => setFocused(rows[rowIndexOf(target)]?.id ?? null)}
        style={paddingOf(items, top, virtualizer.getTotalSize())}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.key}
              className="row-item"
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={count}
              aria-posinset={item.index + 1}
            >
              <ChildRowLink
                row={row}
                entries={screeningsHere(arrived, row.id, row.screeningCount)}
                alert={alerts.get(row.id)}
                today={today}
                stakeDB={stakeDB}
                isEnded={isEnded}
                isWide={isWide}
                hasMother={search !== '' || hasNamesake(row, everybody)}
                isTabStop={item.key === tabStop}
                isChosen={row === chosen}
                drawName={drawName}
                onPress={press}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
  if (drawBeside === undefined || chosen === undefined) return table;
  return (
    <div className="beside-each-other">
      {table}
      {drawBeside(chosen.id)}
    </div>
  );
});

/** Room for the rows that are not drawn, above and below those that are; `total`: of all rows. */
function paddingOf(
  drawn: ReturnType<WindowRows['getVirtualItems']>,
  top: number,
  total: number,
): { paddingTop: number; paddingBottom: number } {
  const [first, last] = [drawn[0], drawn.at(-1)];
  const end = last === undefined ? top : last.start + last.size;
  return {
    paddingTop: first === undefined ? 0 : first.start - top,
    paddingBottom: total - (end - top),
  };
}

/** The index of the row that an element is part of; NaN outside the rows. */
const rowIndexOf = (part: Element): number =>
  Number(part.closest<HTMLElement>('[data-index]')?.dataset['index']);

/**
 * What a press on a row does. Beside a child one click of a mouse or finger only chooses the child that
 * stands there; a double click, and a key, open the child's page.
 */
function useRowPress(isBeside: boolean) {
  const openLink = usePressedLink();
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { detail, currentTarget, metaKey, ctrlKey, shiftKey } = event;
      const isOneClick = detail === 1 && !metaKey && !ctrlKey && !shiftKey;
      if (isBeside && isOneClick && currentTarget.hasAttribute('data-key-row')) {
        event.preventDefault();
      } else openLink(event);
    },
    [isBeside, openLink],
  );
}

/**
 * Draws names with the letters that a search found, once nobody types: a key stroke neither loads nor
 * draws it. Without a search, or where its file cannot be read, a name is drawn as it is.
 */
function useFoundLetters(search: string): ((name: string) => ReactNode) | undefined {
  const [drawer, setDrawer] = useState<{ search: string; draw: (name: string) => ReactNode }>();
  useEffect(() => {
    if (search === '') return;
    import('../../shared/children/letters-found.tsx').then(
      ({ markFound }) => setDrawer({ search, draw: markFound(search) }),
      console.warn,
    );
  }, [search]);
  return drawer?.search === search ? drawer.draw : undefined;
}

/** Where the list is, measured anew whenever the page changes its size. */
function useListPlace(
  listRef: RefObject<HTMLElement | null>,
  footRef: RefObject<HTMLElement | null>,
): Place {
  const [place, setPlace] = useState(lastPlace.measured());
  useLayoutEffect(() => {
    const measure = () => {
      const list = listRef.current;
      if (list === null) return;
      // The bar and the navigation cover all below the bar's upper edge.
      const foot = footRef.current?.getBoundingClientRect().top ?? innerHeight;
      setPlace(
        lastPlace.measured({
          top: Math.round(list.getBoundingClientRect().top + scrollY),
          covered: Math.max(0, Math.round(innerHeight - foot)),
          columns: getComputedStyle(list).gridTemplateColumns.split(' ').length,
        }),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [listRef, footRef]);
  return place;
}

/**
 * Whether the list of this place stands long enough for rows that are not visible yet. A key stroke
 * makes another list: the person waits only for the rows that the window shows.
 */
function useRestOf(place: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    if (rested === place) return;
    let isCurrent = true;
    const rest = () => void whenIdle().then(() => isCurrent && setRested(place));
    // Who types goes on typing: what is drawn between two letters has to be removed by the next.
    const timer = setTimeout(rest, rested === null ? 0 : REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [place, rested]);
  return rested === place;
}
