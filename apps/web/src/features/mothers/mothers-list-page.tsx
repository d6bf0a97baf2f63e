import type { IsoDate, MotherKind } from '@crece/domain';
import { isCountable } from '@crece/storage';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { NotReceived } from '../../shared/arrival/not-received.tsx';
import { NoSuchPage } from '../../shared/navigation/not-found.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { listPath, mothersPath, newMotherPath, unitsPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { MotherItem } from './mother-row.tsx';
import { NoWomenYet } from './no-women-yet.tsx';
import './mothers.css';
import { UnreadablePage } from '../../shared/records/unreadable-page.tsx';
import { type MothersView, viewMothers } from './mother-view.ts';

/** Pregnant women or nursing mothers of a unit; `children` in the address leads to the children. */
export function MothersListPage() {
  const { stakeDB = '', stakeName = '', screenType } = useParams();
  if (screenType === 'children') {
    return <Navigate to={listPath({ stakeDB, stakeName })} replace />;
  }
  if (screenType !== 'pregnant' && screenType !== 'nursing') {
    return <NoSuchPage />;
  }
  return (
    <UnitRoute stakeDB={stakeDB}>
      {(unit) => <UnitMothers key={screenType} unit={unit} kind={screenType} />}
    </UnitRoute>
  );
}

/** Whether a list is empty because no records, or not all, were received. */
function isForWantOfRecords({ sync }: OpenUnit, { inside, outside }: MothersView): boolean {
  if (inside.length > 0 || sync.arrival === 'whole') return false;
  return sync.arrival === 'arriving' || outside.length === 0;
}

function UnitMothers({ unit, kind }: { unit: OpenUnit; kind: MotherKind }) {
  const { t } = useMessages();
  const today = useToday(unit.timeZone);
  const snapshot = useUnitSnapshot(unit.local);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const view = useMemo(
    () => viewMothers(snapshot.mothers, { kind, search, today }),
    [snapshot.mothers, kind, search, today],
  );
  useRowKeys();
  const add = newMotherPath(unit, kind);
  const isKnown = snapshot.state !== 'ready' || isCountable(snapshot, snapshot.mothers);
  // A list that waits for its records offers its own way to start one.
  const isWaiting = search.trim() === '' && isForWantOfRecords(unit, view);
  // So does an empty list: one main action is enough.
  const isEmpty = search.trim() === '' && view.inside.length === 0;
  const hasOwnAction = unit.retired || isWaiting || isEmpty;
  const isSaid = isWaiting || (isEmpty && snapshot.state === 'ready');
  return (
    <Page
      title={unit.stakeName}
      subtitle={unit.countryName}
      back={unitsPath(unit.countryCode)}
      unit={unit}
      section="mothers"
      screenType={kind}
      width="flush page-list"
    >
      <div className="mothers-page">
        <div className="mothers-top">
          <KindSwitch unit={unit} kind={kind} counts={isKnown ? view.counts : null} />
          <div className="mothers-tools">
            <SearchField label={t('mothers.search')} value={typed} onValue={setTyped} />
            {hasOwnAction ? null : (
              <span className="only-wide">
                <ButtonLink kind="primary" icon="add" to={add}>
                  {t(`mothers.add.${kind}`)}
                </ButtonLink>
              </span>
            )}
          </div>
        </div>
        {isKnown || isWaiting ? null : <p className="arriving-line">{t('arrival.line')}</p>}
        <Body
          unit={unit}
          kind={kind}
          state={snapshot.state}
          view={view}
          today={today}
          search={search.trim()}
          onClear={() => setTyped('')}
        />
        <div className={isSaid ? 'vh' : 'mothers-foot'}>
          <p className="mothers-shown" role="status">
            {snapshot.state === 'ready'
              ? t(isKnown && !isWaiting ? `mothers.count.${kind}` : 'arrival.mothers-count', {
                  count: view.inside.length,
                })
              : ''}
          </p>
          {hasOwnAction ? null : (
            <ButtonLink kind="primary" icon="add" small className="only-narrow" to={add}>
              {t(`mothers.add.${kind}`)}
            </ButtonLink>
          )}
        </div>
      </div>
    </Page>
  );
}

/** The two lists side by side, with the number of women in each. */
function KindSwitch({
  unit,
  kind,
  counts,
}: {
  unit: OpenUnit;
  kind: MotherKind;
  /** Null while the numbers are unknown. */
  counts: MothersView['counts'] | null;
}) {
  const { t, number } = useMessages();
  const isWhole = unit.sync.arrival === 'whole';
  // An empty list that was started on this device says nothing about the unit.
  const text = (count: number | undefined) =>
    count === undefined || (count === 0 && !isWhole) ? '…' : number(count);
  return (
    <nav className="mothers-switch" aria-label={t('mothers.lists')}>
      {(['pregnant', 'nursing'] as const).map((each) => (
        <Link
          key={each}
          to={mothersPath(unit, each)}
          replace
          aria-current={each === kind ? 'page' : undefined}
        >
          <Icon name={each} />
          <span>
            {t(`mothers.title.${each}`)} <b>{text(counts?.[each])}</b>
          </span>
        </Link>
      ))}
    </nav>
  );
}

interface BodyProps {
  unit: OpenUnit;
  kind: MotherKind;
  state: 'loading' | 'ready' | 'failed';
  view: MothersView;
  today: IsoDate;
  search: string;
  onClear: () => void;
}

function Body(props: BodyProps) {
  const { unit, kind, state, view, today, search } = props;
  const isFoundOutside = search !== '' && view.outside.length > 0;
  if (state === 'loading') return <Waiting />;
  if (state === 'failed') return <NotReadable unit={unit} />;
  return (
    <>
      {view.inside.length === 0 && !isFoundOutside ? (
        <div className="mothers-blank">
          <Nobody {...props} />
        </div>
      ) : null}
      {view.inside.length === 0 ? null : (
        <ul className="mothers-list">
          {view.inside.map((row) => (
            <MotherItem key={row.id} row={row} kind={kind} unit={unit} today={today} />
          ))}
        </ul>
      )}
      {view.outside.length === 0 ? null : <Outside {...props} />}
    </>
  );
}

function NotReadable({ unit }: { unit: OpenUnit }) {
  return (
    <div className="mothers-blank">
      <UnreadablePage fault={unit.local.snapshot().fault} />
    </div>
  );
}

/** Shown when no woman matches the search, or none was entered yet. */
function Nobody({ unit, kind, view, search, onClear }: BodyProps) {
  const { t } = useMessages();
  if (search !== '') {
    return (
      <Blank
        picture="lost"
        title={t('mothers.no-match-title')}
        actions={
          <Button kind="primary" onClick={onClear}>
            {t('children.clear-search')}
          </Button>
        }
      >
        {t('mothers.no-match-text', { text: search })}
      </Blank>
    );
  }
  if (isForWantOfRecords(unit, view)) return <NotReceived unit={unit} list={kind} />;
  return <NoWomenYet unit={unit} kind={kind} />;
}

/**
 * Entries with a date outside the window of their kind, folded behind their number; what a search
 * found is seen at once.
 */
function Outside({ unit, kind, view, today, search }: BodyProps) {
  const { t } = useMessages();
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? search !== '';
  return (
    <section className="mothers-outside">
      <button
        type="button"
        className="mothers-toggle"
        aria-expanded={isShown}
        onClick={() => setIsOpen(!isShown)}
      >
        <span>
          <b>{t('mothers.outside', { count: view.outside.length })}</b>
          <span>{t(`mothers.outside-why.${kind}`)}</span>
        </span>
        <Icon name="open" className="chev" />
      </button>
      {isShown ? (
        <ul className="mothers-list">
          {view.outside.map((row) => (
            <MotherItem key={row.id} row={row} kind={kind} unit={unit} today={today} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
