import {
  ageToday,
  byWardAndFamily,
  type DueEntry,
  type DueFamily,
  type DueWard,
  type IsoDate,
  type StandingMark,
  standingMark,
} from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import type { ChildRow } from '@crece/storage';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { childPath, newScreeningPath, type Origin } from '../navigation/paths.ts';
import { usePressedLink } from '../navigation/pressed-link.ts';
import { outcomeWords, REFERRAL_ID } from '../screenings/outcome-words.ts';
import { rowAlerts } from '../screenings/record-state.ts';
import { timePast, wordSourceOf } from '../screenings/row-words.ts';
import { markDrawing } from '../screenings/screening-mark.tsx';
import { signWord, statusWord } from '../screenings/status-words.ts';
import { TapeLink } from '../screenings/tape-link.tsx';
import { phoneHref } from '../words/phone-href.ts';
import { SayOutcome } from './say-outcome.tsx';
import './due.css';

type Entry = DueEntry<ChildRow>;

/**
 * Number of children that a section shows at first, the most endangered; each tap shows that many
 * more.
 */
const SHOWN_AT_FIRST = 100;

interface Place {
  unit: OpenUnit;
  today: IsoDate;
  /** The page that shows the rows: a screening opened here leads back to it. */
  from: Origin;
}

interface RowPlace extends Place {
  alerts: ReturnType<typeof rowAlerts>;
}

/** Children who are due, under a title: by ward and family. */
export function DueRows({
  name,
  note,
  entries,
  isWhole,
  count,
  ...place
}: Place & {
  name: string;
  /** A sentence below the title. */
  note?: string;
  entries: readonly Entry[];
  /** Whether to show all children, as on paper. */
  isWhole: boolean;
  count: string;
}) {
  const { t, number } = useMessages();
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const title = useId();
  const { sync, unreadable } = useUnitSnapshot(place.unit.local);
  const alerts = useMemo(() => rowAlerts(sync, unreadable), [sync, unreadable]);
  const shown = isWhole ? entries : entries.slice(0, most);
  const left = Math.min(entries.length - shown.length, SHOWN_AT_FIRST);
  return (
    <section className="due-section" aria-labelledby={title}>
      <h3 className="due-title" id={title}>
        {name} <span>{count}</span>
      </h3>
      {note === undefined ? null : <p className="due-note">{note}</p>}
      <div className="due-wards">
        {byWardAndFamily(shown).map((ward) => (
          <Ward key={ward.ward} ward={ward} alerts={alerts} {...place} />
        ))}
      </div>
      {left === 0 ? null : (
        <Button kind="soft" wide className="due-more" onClick={() => setMost(most + left)}>
          {t('due.more', { count: number(left) })}
        </Button>
      )}
    </section>
  );
}

function Ward({ ward: { ward, families }, ...place }: RowPlace & { ward: DueWard<ChildRow> }) {
  const { t } = useMessages();
  const count = families.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <section className="due-ward">
      <h4>
        <Icon name="pin" small />
        <span className="grow">{ward === '' ? t('due.no-ward') : ward}</span>
        <small className="due-count">{t('children.count', { count })}</small>
      </h4>
      {families.map((family) => (
        <Family key={family.key} family={family} {...place} />
      ))}
    </section>
  );
}

function Family({ family, ...place }: RowPlace & { family: DueFamily<ChildRow> }) {
  const { t } = useMessages();
  const { mother, phone, entries } = family;
  return (
    <div className="due-family">
      <div className="due-mother">
        {mother === undefined ? (
          <span className="muted">{t('due.no-mother')}</span>
        ) : (
          <b>
            <VisuallyHidden>{t('children.mother')} </VisuallyHidden>
            {mother}
          </b>
        )}
        {phone === undefined ? (
          <span className="muted due-nophone">{t('due.no-phone')}</span>
        ) : (
          <a href={phoneHref(phone)}>
            <Icon name="phone" small />
            <VisuallyHidden>
              {t('due.call', { name: mother ?? entries[0]?.child.lastName ?? '' })}
            </VisuallyHidden>{' '}
            {phone}
          </a>
        )}
      </div>
      <ul>
        {entries.map((entry) => (
          <DueRow key={entry.child.id} entry={entry} {...place} />
        ))}
      </ul>
    </div>
  );
}

/** One child: a link with its last result, how late it is, and the action to take. */
function DueRow({ entry, unit, today, from, alerts }: RowPlace & { entry: Entry }) {
  const translator = useMessages();
  const { t, age } = translator;
  const openLink = usePressedLink();
  const { child, visit, standing } = entry;
  const { newest } = child;
  const mark = standingMark(newest ?? null, standing);
  const months = ageToday(child, newest, today)?.completedMonths;
  const name = `${child.firstName} ${child.lastName}`;
  const asksOutcome = visit.section === 'refer' && visit.outcome === undefined;
  const record = childPath(child.id, unit.stakeDB);
  return (
    <li className="due-row">
      <Link className="due-child" to={record} data-key-row="">
        <StatusMark {...markDrawing(mark)} />
        <span className="due-words">
          <b>{name}</b>{' '}
          {months === undefined ? null : (
            <small className="due-age">
              <span aria-hidden="true">{age(months, 'brief')}</span>
              <VisuallyHidden>{age(months)}</VisuallyHidden>
            </small>
          )}{' '}
          <LastTime entry={entry} />{' '}
          {visit.outcome === undefined ? null : (
            <span className="due-fact">{outcomeWords(translator, visit.outcome)}</span>
          )}
          {alerts.get(child.id) === 'unread' ? (
            <span className="due-fact">{t('children.alert.unread')}</span>
          ) : null}
          {visit.handOver ? <span className="due-fact">{t('due.hand-over')}</span> : null}
        </span>{' '}
        <DueDay entry={entry} today={today} />
      </Link>
      <span className="due-acts">
        <TapeLink
          child={child}
          isReferred={standing.referral !== null}
          months={months}
          stakeDB={unit.stakeDB}
          from={from}
          onPress={openLink}
        />
        {asksOutcome ? (
          <ButtonLink kind="soft" small className="due-act" to={`${record}#${REFERRAL_ID}`}>
            <span>
              {t('due.record')} <VisuallyHidden>{t('due.record-of', { name })}</VisuallyHidden>
            </span>
          </ButtonLink>
        ) : (
          <ButtonLink
            kind="soft"
            small
            className="due-act"
            to={newScreeningPath(child.id, unit.stakeDB, { from })}
          >
            <span>
              {t('due.screen')} <VisuallyHidden>{t('due.screen-of', { name })}</VisuallyHidden>
            </span>
          </ButtonLink>
        )}
        <SayOutcome
          child={child}
          isReferred={standing.referral !== null || standing.lowWeight !== null}
          unit={unit}
          today={today}
        />
      </span>
    </li>
  );
}

/** The child's last result: its leading sign and its status, and why it is seen. */
function LastTime({ entry: { child, visit, standing } }: { entry: Entry }) {
  const translator = useMessages();
  const { t } = translator;
  const { newest } = child;
  const mark = standingMark(newest ?? null, standing);
  const sign = signWord(translator, mark, newest?.muac);
  const status = resultOf(translator, child, mark);
  const why = WHY[visit.reason];
  // A baby's arm alone assesses nothing, whatever else is known of it.
  const isUnmeasured =
    newest !== undefined && newest.zscoreStatus === undefined && visit.reason === 'infant-at-risk';
  return (
    <span className={`due-last st-${mark.colour}`}>
      {sign === null ? null : <b className="word">{sign} </b>}
      <span className={sign === null ? 'word' : ''}>{status}</span>
      {mark.isReferred ? (
        <>
          {' '}
          <span className="badge badge-status st-red">{t('children.referred')}</span>
        </>
      ) : null}
      {why === undefined ? null : <span className="due-fact">{t(why)}</span>}
      {isUnmeasured ? <span className="due-fact">{t('due.why.measure-now')}</span> : null}
    </span>
  );
}

/** What a child is visited for, where its last result does not say it. */
const WHY: Partial<Record<Entry['visit']['reason'], MessageKey>> = {
  'low-weight': 'due.why.low-weight',
  'infant-at-risk': 'due.why.infant-at-risk',
  'measure-now': 'due.why.measure-now',
  'referral-lapsed': 'due.why.referral-lapsed',
  'date-to-check': 'due.why.date-to-check',
};

/** The status of the newest screening; empty where a sign says everything. */
function resultOf(translator: Translator, { newest }: ChildRow, mark: StandingMark): string {
  const { t } = translator;
  if (newest === undefined) {
    return mark.sign === 'date-to-check' ? '' : t('assessment.word.not-screened');
  }
  if (mark.sign === 'not-measured-again') return '';
  // A baby's arm assesses nothing: what to do stands in the line below.
  if (newest.zscoreStatus === undefined && signWord(translator, mark, newest.muac) === null) {
    return t('assessment.word.not-assessed');
  }
  return statusWord(translator, mark, wordSourceOf(newest));
}

/** "3 wk late", "14 May"; a screen reader gets the full date. */
function DueDay({ entry: { visit }, today }: { entry: Entry; today: IsoDate }) {
  const { t, date } = useMessages();
  const { date: day, section } = visit;
  if (day === null || section === 'unscreened') return null;
  const past = timePast(day, today);
  const isPast = (section === 'refer' || section === 'overdue') && 'count' in past;
  const isAgain = section === 'closed';
  return (
    <span className="due-day">
      <span aria-hidden="true">
        <b>
          {isPast
            ? t(`due.time.${past.unit}`, { count: past.count })
            : past.unit === 'today'
              ? t('common.today')
              : date(day, 'day')}
        </b>{' '}
        {isPast || isAgain ? t(isAgain ? 'due.side.again' : `due.side.${section}`) : null}
      </span>
      <VisuallyHidden>{t(`due.day.${section}`, { date: date(day) })}</VisuallyHidden>
    </span>
  );
}
