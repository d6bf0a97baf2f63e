import { useNavigate } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages, useSentences } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import type { ListView } from '../../shared/children/list-view.ts';
import { namesakeOf } from '../../shared/children/namesakes.ts';
import { newChildState } from '../../shared/children/new-child-state.ts';
import { newChildPath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import type { ListControls } from './use-list-query.ts';

/**
 * No child matches search, filter and ward: shows what was searched and where there are matches.
 */
export function NoMatch(props: NoMatchProps) {
  return useSentences('first') === 'ready' ? <Sentences {...props} /> : null;
}

interface NoMatchProps {
  unit: OpenUnit;
  controls: ListControls;
  view: ListView;
  /** Whether all children have arrived; otherwise the searched child may still arrive. */
  isKnown: boolean;
}

function Sentences({ unit, controls, view, isKnown }: NoMatchProps) {
  const { t, list } = useMessages();
  const navigate = useNavigate();
  const { children } = useUnitSnapshot(unit.local);
  const { search, filter, ward } = controls;
  const text = search.trim();
  const lookedFor = [
    ...(text === '' ? [] : [t('children.no-match-quoted', { text })]),
    ...(filter === 'a' ? [] : [t(`children.filter.${filter}`)]),
    // No ward narrows "refer".
    ...(ward === '' || filter === 'm' ? [] : [ward]),
  ];
  const sentences = [
    t('children.no-match-what', { what: list(lookedFor) }),
    ...(isKnown ? [] : [t('arrival.search-text')]),
    ...(view.inOtherWards > 0
      ? [t('children.no-match-elsewhere', { count: view.inOtherWards })]
      : []),
    ...(filter !== 'a' && view.counts.a > 0
      ? [t('children.no-match-other-filters', { count: view.counts.a })]
      : []),
  ];
  const title = text === '' ? 'children.no-match-filter-title' : 'children.no-match-title';
  const add = () => {
    void navigate(newChildPath(unit.stakeDB), { state: newChildState(text, children) });
  };
  // Another ward or filter may hide a child of this very name.
  const isNamesake = namesakeOf(text, children) !== undefined;
  // Actions that may find the child come first; a new entry comes last, because the child may exist
  // already.
  const actions = [
    ...(view.inOtherWards > 0
      ? [{ label: t('children.search-all-wards'), act: () => controls.setWard('') }]
      : []),
    ...(filter !== 'a' && (view.counts.a > 0 || text === '')
      ? [{ label: t('children.show-all'), act: () => controls.setFilter('a') }]
      : []),
    ...(text === '' ? [] : [{ label: t('children.clear-search'), act: controls.forgetSearch }]),
    ...(text === '' || unit.retired
      ? []
      : [
          {
            label: isNamesake
              ? t('children.add-namesake')
              : t('children.add-named', { name: text }),
            act: add,
          },
        ]),
  ];
  return (
    <Blank
      picture={text === '' ? 'nobody' : 'lost'}
      title={t(isKnown ? title : 'arrival.search-title')}
      actions={actions.map(({ label, act }, index) => (
        <Button key={label} kind={index === 0 ? 'primary' : 'second'} onClick={act}>
          {label}
        </Button>
      ))}
    >
      {sentences.join(' ')}
    </Blank>
  );
}
