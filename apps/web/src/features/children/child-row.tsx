import type { IsoDate } from '@crece/domain';
import type { ChildRow, ScreeningsHere } from '@crece/storage';
import { type MouseEvent, memo } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import type { RowAlert } from '../../shared/screenings/record-state.ts';
import { timePast, wordSourceOf } from '../../shared/screenings/row-words.ts';
import { markDrawing } from '../../shared/screenings/screening-mark.tsx';
import { muacBadge, signWord, statusWord } from '../../shared/screenings/status-words.ts';
import { TapeLink } from '../../shared/screenings/tape-link.tsx';
import { Badge } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { type RowView, viewRow } from './child-row-view.ts';

/**
 * One child of the list. The whole row is a link, and its accessible name goes from the child to
 * the details: name, last screening, oedema, status, age, mother, badges. The tape button stands
 * beside the link, not in it.
 */
export const ChildRowLink = memo(function ChildRowLink({
  row,
  entries,
  alert,
  today,
  stakeDB,
  isTabStop,
  onPress,
}: {
  row: ChildRow;
  entries?: ScreeningsHere;
  alert?: RowAlert | undefined;
  today: IsoDate;
  stakeDB: string;
  /** Of a list's rows one is reached by Tab, the others from it by the arrow keys. */
  isTabStop: boolean;
  /**
   * From `usePressedLink`: the row is rendered at each key stroke, and a `Link` takes half as long to
   * render as the rest of the row.
   */
  onPress: (event: MouseEvent<HTMLAnchorElement>) => void;
}) {
  const { t } = useMessages();
  const view = viewRow(row, today, entries);
  return (
    <>
      <a
        className="child"
        href={childPath(row.id, stakeDB)}
        tabIndex={isTabStop ? 0 : -1}
        data-key-row=""
        onClick={onPress}
      >
        <span className="m">
          <StatusMark {...markDrawing(view.mark)} />
        </span>
        <span className="n">
          {row.firstName} {row.lastName}
        </span>{' '}
        <LastScreening view={view} today={today} pending={row.pending} />{' '}
        <span className="f">
          <Words view={view} />{' '}
          <span className="a">
            <AgeToday view={view} /> · {t(`children.sex.${row.gender}`)}
          </span>{' '}
          <MotherAndWard row={row} />
        </span>{' '}
        <Badges view={view} alert={alert} />
      </a>
      <TapeLink
        child={row}
        months={view.ageMonths}
        stakeDB={stakeDB}
        from="list"
        isTabStop={isTabStop}
        onPress={onPress}
      />
    </>
  );
});

/** The leading sign in the mark's colour, and the status, coloured when it leads itself. */
export function Words({ view }: { view: RowView }) {
  const translator = useMessages();
  const { t } = translator;
  const { newest, mark, entries } = view;
  if (newest === undefined) {
    return (
      <span className="s st-grey">
        <span className="word plain">
          {t(entries === 'all' ? 'assessment.word.not-screened' : 'arrival.visits')}
        </span>
      </span>
    );
  }
  const sign = signWord(translator, mark, newest.muac);
  // A row without a result says what to do. When another sign leads, it says only that there is no
  // result.
  const isUnassessed = newest.zscoreStatus === undefined && sign === null;
  const status = isUnassessed
    ? t('children.not-assessed')
    : statusWord(translator, mark, wordSourceOf(newest));
  return (
    <span className={`s st-${mark.colour}`}>
      {sign === null ? null : <b className="word">{sign} </b>}
      <span className={sign === null && mark.colour !== 'grey' ? 'word' : 'word plain'}>
        {status}
      </span>
    </span>
  );
}

export function AgeToday({ view }: { view: RowView }) {
  const { t, age } = useMessages();
  if (view.ageMonths === null) return t('children.age-unknown');
  const about = (text: string) => (view.isAboutAge ? t('children.age-about', { age: text }) : text);
  return (
    <>
      <span aria-hidden="true">{about(age(view.ageMonths, 'brief'))}</span>
      <VisuallyHidden>{about(age(view.ageMonths))}</VisuallyHidden>
    </>
  );
}

function LastScreening({
  view,
  today,
  pending,
}: {
  view: RowView;
  today: IsoDate;
  pending: boolean;
}) {
  const { t, ago, date } = useMessages();
  const briefAgo = (day: IsoDate) => {
    const past = timePast(day, today);
    if ('count' in past) return t(`children.ago.${past.unit}`, { count: past.count });
    return past.unit === 'today' ? t('common.today') : date(day, 'day');
  };
  return (
    <span className="w">
      {pending ? (
        <span title={t('children.only-on-device')}>
          <Icon name="device" small />
          <VisuallyHidden>{t('children.only-on-device')}, </VisuallyHidden>
        </span>
      ) : null}
      <VisuallyHidden>{t('children.last-screening')} </VisuallyHidden>
      {view.lastScreening === null ? (
        t(view.entries === 'all' ? 'common.never' : 'arrival.last')
      ) : (
        <>
          <span aria-hidden="true">{briefAgo(view.lastScreening)}</span>
          <VisuallyHidden>{ago(view.lastScreening, today)}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

function MotherAndWard({ row }: { row: ChildRow }) {
  const { t } = useMessages();
  // Keep the column even when it is empty: on a wide window it is a cell of the table.
  if (row.mother === undefined) return <span className="x only-wide">{row.ward}</span>;
  return (
    <span className="x">
      <VisuallyHidden>{t('children.mother')} </VisuallyHidden>
      {row.mother}
      {row.ward === undefined ? null : <span className="only-wide"> · {row.ward}</span>}
    </span>
  );
}

function hasNotes(view: RowView): boolean {
  const { isOverdue, dateToCheck, isConfirmed, isWorkedOutAnew, entries } = view;
  return isOverdue || dateToCheck || isConfirmed || isWorkedOutAnew || entries === 'some';
}

const ALERT_ICONS = { task: 'split', removed: 'remove', refused: 'warning' } as const;

function Badges({ view, alert }: { view: RowView; alert: RowAlert | undefined }) {
  const translator = useMessages();
  const { t } = translator;
  const { muacBadge: muac, supplement } = view;
  if (muac === null && supplement === null && alert === undefined && !hasNotes(view)) {
    return null;
  }
  return (
    <span className="b">
      {muac === null ? null : (
        <Badge look="status" tone={muac.band === 'red' ? 'red' : 'amber'} icon="tape">
          {muacBadge(translator, muac.band, muac.muac)}
        </Badge>
      )}{' '}
      {supplement === null ? null : (
        <Badge look="brand" icon={supplement === 'mic' ? 'pill' : 'bowl'}>
          <Shortened
            short={t(`children.short.${supplement}`)}
            full={t(`children.supplement.${supplement}`)}
          />
        </Badge>
      )}{' '}
      {view.isOverdue ? (
        <Badge look="line" icon="calendar">
          <Shortened short={t('children.short.overdue')} full={t('children.overdue')} />
        </Badge>
      ) : null}{' '}
      {view.dateToCheck ? (
        <Badge look="line" icon="calendar">
          {t('children.date-to-check')}
        </Badge>
      ) : null}{' '}
      {view.isWorkedOutAnew ? (
        <Badge look="line" icon="info">
          {t('assessment.anew-badge')}
        </Badge>
      ) : null}{' '}
      {view.isConfirmed ? (
        <Badge look="line" icon="info">
          {t('assessment.confirmed-badge')}
        </Badge>
      ) : null}{' '}
      {view.entries === 'some' ? (
        <Badge look="line" icon="down">
          {t('arrival.more')}
        </Badge>
      ) : null}{' '}
      {alert === undefined ? null : (
        <Badge look="line" icon={ALERT_ICONS[alert]}>
          {t(`children.alert.${alert}`)}
        </Badge>
      )}
    </span>
  );
}

/** A word that does not fit on a phone: the full word is read out, and shown on a wide window. */
function Shortened({ short, full }: { short: string; full: string }) {
  return (
    <>
      <span className="only-narrow" aria-hidden="true">
        {short}
      </span>
      <span className="vh-narrow">{full}</span>
    </>
  );
}
