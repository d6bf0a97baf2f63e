import { addDays, dateFromInstant, type IsoDate, REMOVAL_RIGHTS } from '@crece/domain';
import type { RemovedRecord } from '@crece/storage';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { useAuthorName } from '../../../data/former.ts';
import { useMessages } from '../../../data/messages.tsx';
import { useCan } from '../../../data/session.tsx';
import { useToday } from '../../../data/today.ts';
import type { OpenUnit } from '../../../data/units.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { listPath } from '../../../shared/navigation/paths.ts';
import { UnitRoute } from '../../../shared/navigation/unit-route.tsx';
import { useAuthor } from '../../../shared/people/author.tsx';
import { UnreadablePage } from '../../../shared/records/unreadable-page.tsx';
import { measureText } from '../../../shared/screenings/verdict-words.ts';
import { useFault } from '../../../shared/words/fault.ts';
import { Blank, Waiting } from '../../../ui/blank.tsx';
import { Button } from '../../../ui/controls.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Later } from '../../../ui/later.tsx';
import { useNotices } from '../../../ui/notices.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useRemoved } from './use-removed.ts';
import { WhoChild } from './who-child.tsx';

/** A removed record stays so many days in the list. */
const KEPT_DAYS = 30;

/** `/children/removed/:stakeDB/:stakeName`: the records of a unit removed in the last 30 days. */
export function RemovedPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitRemoved unit={unit} />}</UnitRoute>;
}

const loadMovedAway = async () =>
  (await import('../../../shared/moving/moved-away-children.tsx')).MovedAwayChildren;

function UnitRemoved({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  useRowFocus('.removed-row');
  return (
    <Page
      title={t('removed.title')}
      subtitle={t('removed.subtitle', { unit: unit.stakeName })}
      back={listPath(unit)}
      unit={unit}
      section="children"
      width="flush"
    >
      <RemovedBody unit={unit} />
      <Later load={loadMovedAway} props={{ unit }} />
    </Page>
  );
}

function RemovedBody({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const { records, isFromServer } = useRemoved(unit);
  if (records === null) return <Waiting />;
  if (records === 'failed') return <UnreadablePage />;
  const hereOnly = isFromServer ? null : <p className="removed-note">{t('removed.here-only')}</p>;
  if (records.length === 0) {
    return (
      <div className="removed-blank">
        <Blank picture="nobody" title={t('removed.none-title')}>
          {t('removed.none-text')}
        </Blank>
        {hereOnly}
      </div>
    );
  }
  return (
    <>
      {hereOnly}
      <ul className="removed-rows" aria-label={t('removed.title')}>
        {records.map((record) => (
          <RemovedRow key={record.id} record={record} unit={unit} />
        ))}
      </ul>
      <p className="removed-note">{t('removed.foot')}</p>
    </>
  );
}

const KINDS = { child: 'chld', screening: 'scr', mother: 'mthr' } as const;

/** The name that the button and its notice use. */
function useName(record: RemovedRecord): string {
  const { t, date } = useMessages();
  const of = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `${firstName} ${lastName}`;
  if (record.kind === 'child') return of(record.row);
  if (record.kind === 'mother') return of(record.mother);
  const { child, screening } = record;
  return t('removed.visit', { name: of(child), date: date(screening.surveyDate, 'day') });
}

function RemovedRow({ record, unit }: { record: RemovedRecord; unit: OpenUnit }) {
  const { t } = useMessages();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();
  const mayPutBack = useCan(REMOVAL_RIGHTS[KINDS[record.kind]], unit.place);
  const [isBusy, setIsBusy] = useState(false);
  const name = useName(record);

  const putBack = async () => {
    const author = await askAuthor();
    if (author === null) return;
    setIsBusy(true);
    try {
      await unit.local.putBack(record.id, author, new Date());
      notify({ text: t('removed.back-done', { name }), about: record.id });
    } catch (cause) {
      sayFault(cause);
      setIsBusy(false);
    }
  };

  return (
    <li className="removed-row">
      <What record={record} name={name} unit={unit}>
        {mayPutBack ? null : <span className="who-line">{t('removed.needs-right')}</span>}
      </What>
      {mayPutBack ? (
        <Button kind="soft" small disabled={isBusy} onClick={() => void putBack()}>
          <span aria-hidden="true">{t('removed.back')}</span>
          <span className="vh">{t('removed.back-whom', { name })}</span>
        </Button>
      ) : null}
    </li>
  );
}

/** What was removed, by whom, and until when it can be put back. */
function What({
  record,
  name,
  unit,
  children,
}: {
  record: RemovedRecord;
  name: string;
  unit: OpenUnit;
  children: ReactNode;
}) {
  const translator = useMessages();
  const { t, date } = translator;
  const author = useAuthorName();
  const today = useToday(unit.timeZone);
  const { removedAt, removedBy } = record;
  const day = dateFromInstant(removedAt, unit.timeZone) ?? today;
  const when = (of: IsoDate) => date(of, 'day');
  const until = t('removed.until', { date: when(addDays(day, KEPT_DAYS)) });
  const by =
    removedBy === undefined
      ? t('removed.on', { date: when(day) })
      : t('removed.by', { date: when(day), name: author(removedBy, removedAt) });
  const lines = (first: string) => (
    <>
      <span className="who-line">{[first, until].join(' · ')}</span>{' '}
      <span className="who-line">{by}</span> {children}
    </>
  );
  if (record.kind === 'child') {
    const { row } = record;
    return (
      <WhoChild row={row} today={today}>
        {lines(t('removed.visits', { count: row.screeningCount }))}
      </WhoChild>
    );
  }
  if (record.kind === 'mother') {
    const { ward } = record.mother;
    return (
      <>
        <Icon name={record.mother.deliveryDate === undefined ? 'nursing' : 'pregnant'} />
        <span className="who-words">
          <b>{name}</b>{' '}
          {lines([t('removed.mother'), ...(ward === undefined ? [] : [ward])].join(' · '))}
        </span>
      </>
    );
  }
  const { height, weight, muac } = record.screening;
  const measures = (['height', 'weight', 'muac'] as const).flatMap((key) => {
    const value = { height, weight, muac }[key];
    if (value === undefined) return [];
    return t(`screenings.value-${key}`, { value: measureText(translator, value) });
  });
  return (
    <>
      <Icon name="calendar" />
      <span className="who-words">
        <b>{name}</b>{' '}
        {lines(measures.length === 0 ? t('screenings.no-measures') : measures.join(', '))}
      </span>
    </>
  );
}
