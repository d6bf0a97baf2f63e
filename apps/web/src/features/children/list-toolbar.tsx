import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import {
  COLOR_FILTERS,
  type ColorFilter,
  isDueFilter,
} from '../../shared/children/list-filters.ts';
import type { ListView } from '../../shared/children/list-view.ts';
import type { PageUnit } from '../../shared/navigation/page-unit.ts';
import { dayPath, newChildPath } from '../../shared/navigation/paths.ts';
import { WardSelect } from '../../shared/places/ward-select.tsx';
import { type ButtonKind, ButtonLink, Chip, ChipRow } from '../../ui/controls.tsx';
import { Later, spare } from '../../ui/later.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Tone } from '../../ui/status-mark.tsx';
import type { ListControls } from './use-list-query.ts';

const loadScan = spare(async () => (await import('../../shared/scan/scan-button.tsx')).ScanButton);

/**
 * Search and ward, which stick to the top, and on a wide window the screening day and "add child".
 */
export function ListToolbar({
  unit,
  controls,
  wards,
  hasActions,
  chips,
}: {
  unit: OpenUnit;
  controls: ListControls;
  wards: readonly string[];
  /** Whether day and "add" stand here: false when the page has them elsewhere. */
  hasActions: boolean;
  /** Order and filters, where they have room in this line. */
  chips: ReactNode;
}) {
  const { t } = useMessages();
  return (
    <div className="list-top">
      <div className={wards.length === 0 ? 'filters filters-one' : 'filters'}>
        <SearchField
          label={t('children.search')}
          value={controls.search}
          onValue={controls.setSearch}
          tool={<Later load={loadScan} props={{ unit }} />}
        />
        {wards.length === 0 ? null : (
          <WardSelect wards={wards} ward={controls.ward} onWard={controls.setWard} />
        )}
        {hasActions ? <WideActions unit={unit} /> : null}
      </div>
      {chips}
    </div>
  );
}

/** The screening day and "add child", on a wide window. */
export const WideActions = memo(function WideActions({
  unit,
  kind = 'primary',
}: {
  unit: PageUnit;
  /** Beside a child the main action is a new screening. */
  kind?: ButtonKind;
}) {
  const { t } = useMessages();
  if (unit.retired) return null;
  return (
    <span className="add-wide only-wide">
      <ButtonLink kind="soft" to={dayPath(unit)}>
        {t('children.day')}
      </ButtonLink>{' '}
      <ButtonLink kind={kind} icon="add" to={newChildPath(unit.stakeDB)}>
        {t('children.add')}
      </ButtonLink>
    </span>
  );
});

const MARKS: Partial<Record<ColorFilter, { tone: Tone; glyph?: 'tape' }>> = {
  r: { tone: 'red' },
  m: { tone: 'red', glyph: 'tape' },
  w: { tone: 'amber' },
  n: { tone: 'green' },
  u: { tone: 'grey' },
};

const FilterChip = memo(function FilterChip({
  filter,
  pressed,
  count,
  onFilter,
}: {
  filter: ColorFilter;
  pressed: boolean;
  count: string;
  onFilter: (filter: ColorFilter) => void;
}) {
  const { t } = useMessages();
  return (
    <Chip pressed={pressed} onPress={() => onFilter(filter)} count={count} {...MARKS[filter]}>
      {t(`children.filter.${filter}`)}
    </Chip>
  );
});

/** The colour filters, each with the number of children that it would show. */
export const FilterChips = memo(function FilterChips({
  shown,
  onFilter,
  counts,
  isKnown,
  isDueKnown,
  isReferKnown,
}: {
  shown: ColorFilter;
  onFilter: (filter: ColorFilter) => void;
  counts: ListView['counts'];
  /** Whether the numbers are complete; otherwise they are left out. */
  isKnown: boolean;
  /** The same for the filters by date. */
  isDueKnown: boolean;
  /** The same for "refer". */
  isReferKnown: boolean;
}) {
  const { t, number } = useMessages();
  const isCounted = (filter: ColorFilter) =>
    isDueFilter(filter) ? isDueKnown : filter !== 'm' || isReferKnown;
  /** A filter that would show nobody has no chip. */
  const isEmpty = (filter: ColorFilter) => isKnown && isCounted(filter) && counts[filter] === 0;
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chip is pressed
  useEffect(() => {
    const pressed = place.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    const row = pressed?.parentElement;
    if (!pressed || !row) return;
    // A phone shows two chips: scroll until the pressed one is visible; do not move it when it is.
    const chip = pressed.getBoundingClientRect();
    const seen = row.getBoundingClientRect();
    const isSeen = chip.left >= seen.left && chip.right <= seen.right;
    if (!isSeen) row.scrollLeft = pressed.offsetLeft - row.clientWidth / 4;
  }, [shown]);
  return (
    <div className="list-head" ref={place}>
      <ChipRow label={t('children.filters')}>
        {COLOR_FILTERS.filter(
          (filter) => filter === 'a' || filter === shown || !isEmpty(filter),
        ).map((filter) => (
          <FilterChip
            key={filter}
            filter={filter}
            pressed={shown === filter}
            count={isKnown && isCounted(filter) ? number(counts[filter]) : '…'}
            onFilter={onFilter}
          />
        ))}
      </ChipRow>
    </div>
  );
});
