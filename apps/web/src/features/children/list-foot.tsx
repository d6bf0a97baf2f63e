import type { ChildRow } from '@crece/storage';
import { memo, type Ref } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { dayPath, newChildPath } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import type { ListState } from './list-state.ts';
import { SortSelect } from './sort-controls.tsx';
import type { ListControls } from './use-list-query.ts';

/**
 * The bar above the navigation: the number of children shown, announced during a search, and on a
 * phone instead of it (the pressed chip has the number) the screening day and the main action, which
 * therefore never cover a row.
 */
export function ListFoot({
  ref,
  unit,
  state,
  isKnown,
  controls: { filter, sort, setSort },
  opening,
  hasSort,
}: {
  ref: Ref<HTMLDivElement>;
  unit: OpenUnit;
  state: ListState;
  isKnown: boolean;
  controls: ListControls;
  opening: ChildRow | null;
  /** Whether the order is chosen here, on a phone. */
  hasSort: boolean;
}) {
  const { t } = useMessages();
  if (!('count' in state || state.kind === 'empty')) return null;
  const count = 'count' in state ? state.count : 0;
  const shown = count < 0 ? [] : [t(isKnown ? 'children.count' : 'arrival.count', { count })];
  return (
    // An empty list has its own actions: the bar would cover them on a small phone.
    <div ref={ref} className={count === 0 ? 'vh' : 'list-foot'}>
      <p className={opening === null ? 'shown vh-narrow' : 'shown'} role="status">
        {opening === null
          ? [...shown, ...(filter === 'a' ? [] : [t(`children.filter.${filter}`)])].join(' · ')
          : t('children.opening', { name: `${opening.firstName} ${opening.lastName}` })}
      </p>
      {count === 0 || count === 1 || !hasSort ? null : (
        <SortSelect sort={sort} onSort={setSort} look="only-narrow" />
      )}
      {count === 0 || opening !== null || unit.retired ? null : <FootActions unit={unit} />}
    </div>
  );
}

const FootActions = memo(function FootActions({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  return (
    <>
      <ButtonLink kind="soft" small className="only-narrow" to={dayPath(unit)}>
        {t('children.day')}
      </ButtonLink>
      <ButtonLink
        kind="primary"
        icon="add"
        small
        className="only-narrow"
        to={newChildPath(unit.stakeDB)}
      >
        {t('children.add')}
      </ButtonLink>
    </>
  );
});
