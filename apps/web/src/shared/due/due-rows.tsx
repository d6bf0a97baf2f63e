import {
  byWardAndFamily,
  type DueEntry,
  type DueFamily,
  type DueWard,
  type IsoDate,
  isAboutAge,
  isMessageFresh,
  isReferralLost,
  type StandingMark,
  standingMark,
} from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import type { ChildRow } from '@crece/storage';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { ageWords } from '../children/child-row-words.ts';
import { childPath, type Origin } from '../navigation/paths.ts';
import { usePressedLink } from '../navigation/pressed-link.ts';
import type { OutcomeChild } from '../referrals/say-outcome.tsx';
import { outcomeWords } from '../screenings/outcome-words.ts';
import { rowAlerts } from '../screenings/record-state.ts';
import { timePast, wordSourceOf } from '../screenings/row-words.ts';
import { markDrawing } from '../screenings/screening-mark.tsx';
import { signWord, statusWord } from '../screenings/status-words.ts';
import { TapeLink } from '../screenings/tape-link.tsx';
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
  /** Asks what became of a child's referral. */
  onOutcome: (child: OutcomeChild) => void;
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
  level = 3,
  ...place
}: Place & {
  name: string;
  /** A sentence below the title. */
  note?: string;
  entries: readonly Entry[];
  /** Whether to show all children, as on paper. */
  isWhole: boolean;
  count: string;
  /** The level of the section's title on its page; its wards have the next. */
  level?: 2 | 3;
}) {
  const { t, number } = useMessages();
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const title = useId();
  const [Title, Place] = level === 2 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const);
  const { sync, unreadable } = useUnitSnapshot(place.unit.local);
  const alerts = useMemo(() => rowAlerts(sync, unreadable), [sync, unreadable]);
  const shown = isWhole ? entries : entries.slice(0, most);
  const left = Math.min(entries.length - shown.length, SHOWN_AT_FIRST);
  return (
    <section className="due-section" aria-labelledby={title}>
      <Title className="due-title" id={title}>
        {name} <span>{count}</span>
      </Title>
      {note === undefined ? null : <p className="due-note">{note}</p>}
      <div className="due-wards">
        {byWardAndFamily(shown).map((ward) => (
          <Ward
            key={ward.ward}
            ward={ward}
            section={name}
            Title={Place}
            alerts={alerts}
            {...place}
          />
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

function Ward({
  ward: { ward, families },
  section,
  Title,
  ...place
}: RowPlace & { ward: DueWard<ChildRow>; section: string; Title: 'h3' | 'h4' }) {
  const { t, number } = useMessages();
  const count = families.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <section className="due-ward">
      <Title className="due-place">
        <Icon name="pin" small />
        <span className="grow">
          <b>{ward === '' ? t('due.no-ward') : ward}</b>{' '}
          <span className="due-what" aria-hidden="true">
            {section}
          </span>
        </span>
        <small className="due-count">
          <span aria-hidden="true">{number(count)}</span>
          <VisuallyHidden>{t('children.count', { count })}</VisuallyHidden>
        </small>
      </Title>
      <div className="due-list">
        {families.map((family) => (
          <Family key={family.key} family={family} {...place} />
        ))}
      </div>
    </section>
  );
}

/**
 * The children of one mother. She stands in the row of a child; above the rows where two children or
 * more are hers. On paper her telephone stands beside her name; on the screen it is on the child's
 * page, so that a row has one action.
 */
function Family({ family, ...place }: RowPlace & { family: DueFamily<ChildRow> }) {
  const { t } = useMessages();
  const { mother, phone, entries } = family;
  const isOne = entries.length === 1;
  const name = mother ?? t('due.no-mother');
  return (
    <div className="due-family">
      {isOne ? null : (
        <p className="due-mother">
          <VisuallyHidden>{t('children.mother')} </VisuallyHidden>
          <b>{name}</b>
          {phone === undefined ? null : <span className="due-phone"> {phone}</span>}
        </p>
      )}
      <ul>
        {entries.map((entry) => (
          <DueRow
            key={entry.child.id}
            entry={entry}
            {...(isOne ? { mother: name, phone } : {})}
            {...place}
          />
        ))}
      </ul>
    </div>
  );
}

/** One child: a link with its last result and how late it is, and the one action to take. */
function DueRow({
  entry,
  mother,
  phone,
  unit,
  today,
  from,
  alerts,
  onOutcome,
}: RowPlace & { entry: Entry; mother?: string; phone?: string | undefined }) {
  const translator = useMessages();
  const { t } = translator;
  const { nextVisit } = useProgramme();
  const openLink = usePressedLink();
  const { child, visit, standing } = entry;
  const { newest } = child;
  const mark = standingMark(newest ?? null, standing);
  const months = standing.ageMonths;
  const { referral } = standing;
  const lostSince =
    referral !== null && isReferralLost(referral, nextVisit, today) ? referral.since : null;
  const asksOutcome = visit.section === 'refer' && visit.outcome === undefined;
  return (
    <li className="due-row">
      <Link className="due-child" to={childPath(child.id, unit.stakeDB)} data-key-row="">
        <StatusMark {...markDrawing(mark)} />
        <span className="due-words">
          <b className="due-name">{`${child.firstName} ${child.lastName}`}</b>{' '}
          <LastTime entry={entry} months={months} />{' '}
          <span className="due-side">
            {mark.isReferred ? (
              <span className="badge badge-status st-red">{t('children.referred')}</span>
            ) : null}{' '}
            {mother === undefined && child.landmark === undefined ? null : (
              <span>
                {mother === undefined ? null : (
                  <>
                    <VisuallyHidden>{t('children.mother')} </VisuallyHidden>
                    {mother}
                    {phone === undefined ? null : <span className="due-phone"> {phone}</span>}
                  </>
                )}
                {mother === undefined || child.landmark === undefined ? null : ' · '}
                {child.landmark}
              </span>
            )}{' '}
            <DueDay entry={entry} today={today} lostSince={lostSince} />
          </span>{' '}
          {visit.outcome === undefined ? null : (
            <span className="due-fact">{outcomeWords(translator, visit.outcome)}</span>
          )}
          {alerts.get(child.id) === 'unread' ? (
            <span className="due-fact">{t('children.alert.unread')}</span>
          ) : null}
          <Messaged entry={entry} today={today} />
          {visit.handOver ? (
            <span className="due-fact">
              {t('due.hand-over', { past: standing.isGraduate ? 'yes' : 'no' })}
            </span>
          ) : null}
        </span>
      </Link>
      <span className="due-acts">
        {asksOutcome ? (
          <Button kind="soft" small className="due-act" onClick={() => onOutcome(child)}>
            <span>
              {t('referral.say')}{' '}
              <VisuallyHidden>
                {t('referral.say-of', { name: `${child.firstName} ${child.lastName}` })}
              </VisuallyHidden>
            </span>
          </Button>
        ) : unit.retired ? null : (
          <TapeLink
            child={child}
            isArmEnough={standing.referral === null && mark.sign !== 'measure-again'}
            months={months}
            stakeDB={unit.stakeDB}
            from={from}
            onPress={openLink}
          />
        )}
      </span>
    </li>
  );
}

/** That a message to the family was opened since the child was last seen. */
function Messaged({ entry: { child, visit }, today }: { entry: Entry; today: IsoDate }) {
  const { t, shortDate } = useMessages();
  const messaged = child.family?.messaged;
  const isInRefer = visit.section === 'refer';
  if (messaged === undefined || !isMessageFresh(messaged, child, isInRefer)) return null;
  return (
    <span className="due-fact">{t('due.messaged', { date: shortDate(messaged.day, today) })}</span>
  );
}

/** The child's last result: its leading sign and its status, and why it is seen. */
function LastTime({
  entry: { child, visit, standing },
  months,
}: {
  entry: Entry;
  months: number | null;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { newest } = child;
  const mark = standingMark(newest ?? null, standing);
  const isAbout = isAboutAge(child, newest, child.standing.youngest !== undefined);
  const sign = signWord(translator, mark, newest?.muac);
  const status = resultOf(translator, child, mark);
  // Who is no baby any more is late like everybody else.
  const isGrown = visit.reason === 'infant-at-risk' && !standing.isInfantAtRisk;
  const why = isGrown ? undefined : WHY[visit.reason];
  // A baby's arm alone assesses nothing, whatever else is known of it.
  const isUnmeasured =
    newest !== undefined && newest.zscoreStatus === undefined && visit.reason === 'infant-at-risk';
  return (
    <span className={`due-last st-${mark.colour}`}>
      <b className="word">{sign ?? status}</b>
      {sign === null || status === '' ? null : ` · ${status}`}
      {months === null ? null : (
        <span className="due-age">
          <span aria-hidden="true">
            {' '}
            · {ageWords(translator, { ageMonths: months, isAboutAge: isAbout }, 'brief')}
          </span>
          <VisuallyHidden>
            {' '}
            {ageWords(translator, { ageMonths: months, isAboutAge: isAbout })}
          </VisuallyHidden>
        </span>
      )}
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
function DueDay({
  entry: { visit },
  today,
  lostSince,
}: {
  entry: Entry;
  today: IsoDate;
  /** The day of a referral of which nothing is known for so long that somebody has to look. */
  lostSince: IsoDate | null;
}) {
  const { t, date } = useMessages();
  const { date: day, section } = visit;
  if (day === null || section === 'unscreened') return null;
  const past = timePast(day, today);
  const isPast = (section === 'refer' || section === 'overdue') && 'count' in past;
  const isAgain = section === 'closed';
  const lost = lostSince === null ? null : timePast(lostSince, today);
  return (
    <span className="due-day">
      {lost === null || !('count' in lost) ? null : (
        <span className="badge badge-status st-red">
          {t('due.lost', { time: t(`due.time.${lost.unit}`, { count: lost.count }) })}
        </span>
      )}
      <span aria-hidden="true" hidden={lost !== null}>
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
