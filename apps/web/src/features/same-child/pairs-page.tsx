import type { SamePair } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { memo, useDeferredValue, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useLive, useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { childSearch } from '../../shared/children/list-search.ts';
import { particulars } from '../../shared/children/particulars.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { childPath, listPath } from '../../shared/navigation/paths.ts';
import { OF_CHILD, pairPath } from '../../shared/navigation/same-paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { nameOf } from './child-words.ts';
import { RecordsOfChild } from './records-of-child.tsx';
import { useLikelyPairs, useLikelyPairsOf } from './use-likely-pairs.ts';
import './same-child.css';

/** Nobody decides about more at once; deciding makes room. */
const MOST_PAIRS = 50;
/** More than a window shows: they are drawn at once, the others right after them. */
const FIRST_PAIRS = 10;
const MOST_FOUND = 10;

/** `/children/same/:stakeDB/:stakeName`: children that may be one; `?child=`: as which child. */
export function PairsPage() {
  const { stakeDB = '' } = useParams();
  return (
    <UnitRoute stakeDB={stakeDB}>{(unit) => <Pairs key={unit.stakeDB} unit={unit} />}</UnitRoute>
  );
}

function Pairs({ unit }: { unit: OpenUnit }) {
  const [query] = useSearchParams();
  const { t } = useMessages();
  const asked = query.get(OF_CHILD);
  const snapshot = useUnitSnapshot(unit.local);
  const childId = asked === null ? null : (snapshot.pairs?.leads.get(asked) ?? asked);
  const row = snapshot.children.find(({ id }) => id === childId);
  const back = row === undefined ? listPath(unit) : childPath(row.id, unit.stakeDB);
  return (
    <Page
      title={t('children.same')}
      subtitle={row === undefined ? unit.stakeName : nameOf(row)}
      back={back}
      unit={unit}
      section="children"
      width="read"
    >
      {snapshot.state === 'loading' ? <Waiting /> : null}
      {snapshot.state !== 'loading' && row !== undefined ? (
        <OfChild key={row.id} unit={unit} row={row} />
      ) : null}
      {snapshot.state !== 'loading' && row === undefined ? <OfUnit unit={unit} /> : null}
    </Page>
  );
}

/** All pairs of the unit. */
function OfUnit({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const { pairs, isDone } = useLikelyPairs(unit);
  if (pairs.length === 0) {
    if (!isDone) return <Waiting />;
    const isWhole = unit.demo || unit.sync.arrival === 'whole';
    return (
      <Blank picture="nobody" title={t(isWhole ? 'same.none-title' : 'arrival.line')}>
        {t(isWhole ? 'same.none-text' : 'same.none-so-far')}
      </Blank>
    );
  }
  const hidden = pairs.length - MOST_PAIRS;
  return (
    <>
      <p className="same-lead">{t('same.lead')}</p>
      <PairList unit={unit} pairs={pairs} />
      <p className="same-lead" role="status">
        {isDone ? null : t('same.looking')}
        {isDone && hidden > 0 ? t('same.more', { count: hidden }) : null}
      </p>
    </>
  );
}

function PairList({ unit, pairs }: { unit: OpenUnit; pairs: readonly SamePair<ChildRow>[] }) {
  const { t } = useMessages();
  const drawn = useDeferredValue(MOST_PAIRS, FIRST_PAIRS);
  return (
    <ul className="same-pairs" aria-label={t('children.same')}>
      {pairs.slice(0, drawn).map((pair) => (
        <PairCard key={pair.map(({ id }) => id).join(' ')} unit={unit} pair={pair} />
      ))}
    </ul>
  );
}

/** Drawn once for each pair: more pairs are found while the first ones are shown. */
const PairCard = memo(function PairCard({
  unit,
  pair,
}: {
  unit: OpenUnit;
  pair: SamePair<ChildRow>;
}) {
  const translator = useMessages();
  const { t } = translator;
  const today = useToday(unit.timeZone);
  const [a, b] = pair;
  return (
    <li className="card same-pair">
      {pair.map((row) => (
        <p key={row.id}>
          <b>{nameOf(row)}</b>{' '}
          <span className="same-line">{particulars(translator, row, today, unit.sync)}</span>
        </p>
      ))}
      <ButtonLink kind="second" small to={pairPath(unit, a.id, b.id)}>
        <span aria-hidden="true">{t('same.compare')}</span>
        <span className="vh">{t('same.compare-whom', { a: nameOf(a), b: nameOf(b) })}</span>
      </ButtonLink>
    </li>
  );
});

/** One child: its other records, who it may be, and a search for any other child. */
function OfChild({ unit, row }: { unit: OpenUnit; row: ChildRow }) {
  const { t } = useMessages();
  const file = useLive(unit.local.childFile(row.id));
  const { pairs, isDone } = useLikelyPairsOf(unit, row);
  return (
    <>
      {file?.others === undefined ? null : <RecordsOfChild unit={unit} file={file} />}
      {pairs.length === 0 ? null : <PairList unit={unit} pairs={pairs} />}
      {isDone ? null : (
        <p className="same-lead" role="status">
          {t('same.looking')}
        </p>
      )}
      <OtherChild unit={unit} row={row} />
    </>
  );
}

/** A search for a child of another name: only the family knows that it is the same. */
function OtherChild({ unit, row }: { unit: OpenUnit; row: ChildRow }) {
  const translator = useMessages();
  const { t } = translator;
  const today = useToday(unit.timeZone);
  const { children } = useUnitSnapshot(unit.local);
  const [typed, setTyped] = useState('');
  const search = childSearch(typed);
  const found =
    search.text === '' ? [] : children.filter((each) => each.id !== row.id && search.matches(each));
  return (
    <section className="same-other" aria-label={t('same.search')}>
      <SearchField label={t('same.search')} value={typed} onValue={setTyped} />
      <ul className="same-found">
        {found.slice(0, MOST_FOUND).map((each) => (
          <li key={each.id}>
            <ButtonLink kind="soft" wide to={pairPath(unit, row.id, each.id)}>
              <span className="same-found-name">
                {nameOf(each)}{' '}
                <span className="same-line">{particulars(translator, each, today, unit.sync)}</span>
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {search.text !== '' && found.length === 0 ? (
        <p className="same-lead">{t('same.search-none')}</p>
      ) : null}
    </section>
  );
}
