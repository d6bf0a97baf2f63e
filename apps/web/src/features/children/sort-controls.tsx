import { memo } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type ListSort, SORTS, type SortBy } from './list-sort.ts';

interface SortProps {
  sort: ListSort;
  onSort: (sort: ListSort) => void;
}

/** The orders of a list that is no table: the system's own menu behind an icon beside the count. */
export const SortSelect = memo(function SortSelect({
  sort,
  onSort,
  look = '',
}: SortProps & { look?: string }) {
  const { t } = useMessages();
  return (
    <label className={`sort ${look}`}>
      <Icon name="sort" />
      <select
        aria-label={t('children.sort')}
        value={sort.by}
        onChange={({ target }) => {
          const by = SORTS.find((each) => each === target.value);
          if (by !== undefined) onSort({ by, reversed: false });
        }}
      >
        {SORTS.map((by) => (
          <option key={by} value={by}>
            {t(`children.sort.${by}`)}
          </option>
        ))}
      </select>
    </label>
  );
});

/**
 * The columns of the list on a wide window, as a table of one row: the rows below are links of a
 * list. A column is a button that sorts by it; pressed again, it reverses the order.
 */
export const ColumnHeads = memo(function ColumnHeads({ sort, onSort }: SortProps) {
  const { t } = useMessages();
  const head = (by: SortBy) => {
    const isThis = sort.by === by;
    const order = sort.reversed ? 'descending' : 'ascending';
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the button inside has the focus
      // biome-ignore lint/a11y/useSemanticElements: a table of heads alone, laid out as a grid
      <span role="columnheader" aria-sort={isThis ? order : undefined}>
        <button type="button" onClick={() => onSort({ by, reversed: isThis && !sort.reversed })}>
          {t(`children.column.${by}`)}
          {isThis ? <Icon name={sort.reversed ? 'up' : 'down'} small /> : null}
        </button>
      </span>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of heads alone, laid out as a grid
    <div className="thead" role="table" aria-label={t('children.sort')}>
      {/* biome-ignore lint/a11y: see above */}
      <div className="thead-row" role="row">
        <span />
        <span className="heads">
          {head('first')}
          {head('age')}
        </span>
        {head('worst')}
        <span className="heads">
          {head('family')}
          {head('ward')}
        </span>
        {/* biome-ignore lint/a11y: see above */}
        <span role="columnheader">{t('children.column.badges')}</span>
        <span className="right">{head('last')}</span>
      </div>
    </div>
  );
});
