import {
  addDays,
  type Departure,
  type IsoDate,
  isDeparture,
  REFERRAL_ANSWERS,
  type ReferralOutcome,
} from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgrammeRules } from '../../data/programme.ts';
import { rowStanding } from '../../data/row-standing.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { callPath } from '../navigation/call-path.ts';
import { childPath } from '../navigation/paths.ts';
import { REFERRAL_FORM_ID } from '../screenings/outcome-words.ts';
import { answerPath, slipPath } from './slip-paths.ts';
import { useOutcome } from './use-outcome.ts';
import './say-outcome.css';

/** Of whom an outcome is said. */
export type OutcomeChild = Pick<ChildRow, 'id' | 'firstName' | 'gender'> &
  Partial<Pick<ChildRow, 'standing'>>;

const ICONS: Readonly<Record<ReferralOutcome, IconName>> = {
  seen: 'check',
  admitted: 'doctor',
  'not-found': 'search',
  refused: 'close',
  'moved-away': 'exit',
  died: 'info',
};

/** "Died" and "moved away" stand below the four answers. */
const ANSWERS: readonly ReferralOutcome[] = [...REFERRAL_ANSWERS, 'moved-away', 'died'];

export interface OutcomeSaying {
  /** Opens the sheet with all answers about a child. */
  ask: (child: OutcomeChild) => void;
  /** Says one answer without the sheet. */
  say: (child: OutcomeChild, outcome: ReferralOutcome) => Promise<void>;
  /** The open sheet, to be drawn by the page. */
  sheet: ReactNode;
}

/**
 * What became of a referral, said by one tap, dated today, with "Undo" and "Add a note" beside it for as
 * long as it is held back from the server. That a child died or moved away is asked once more.
 */
export function useSayOutcome(unit: OpenUnit, today: IsoDate): OutcomeSaying {
  const { t } = useMessages();
  const { confirm } = useAsk();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { record } = useOutcome(unit);
  const [asked, setAsked] = useState<OutcomeChild | null>(null);

  const isSure = (departure: Departure, { firstName: name, gender: sex }: OutcomeChild) =>
    confirm({
      title: t(`referral.departure.question.${departure}`, { name, sex }),
      body: t('referral.departure.question-text', { name, sex }),
      yes: t(`referral.departure.yes.${departure}`, { name, sex }),
      no: t('referral.departure.no'),
      danger: true,
    });
  const formPath = ({ id }: OutcomeChild) => `${childPath(id, unit.stakeDB)}#${REFERRAL_FORM_ID}`;

  const say = async (child: OutcomeChild, outcome: ReferralOutcome) => {
    setAsked(null);
    if (isDeparture(outcome) && !(await isSure(outcome, child))) return;
    const takeBack = await record(child.id, outcome, today);
    if (takeBack === null) return;
    const undo = { label: t('common.undo'), press: () => void takeBack() };
    const addNote = {
      label: t('referral.add-note'),
      press: () => void navigate(formPath(child)),
    };
    notify(
      {
        text: t('referral.said', {
          name: child.firstName,
          outcome: t(`referral.outcome.${outcome}`),
        }),
        // On the child itself there is no place for a note.
        acts: isDeparture(outcome) ? [undo] : [undo, addNote],
      },
      NOTICE_DELAYS.completion,
    );
  };
  return {
    ask: setAsked,
    say,
    sheet:
      asked === null ? null : (
        <OutcomeSheet
          child={asked}
          unit={unit}
          today={today}
          onSay={(outcome) => void say(asked, outcome)}
          onOther={() => {
            setAsked(null);
            void navigate(formPath(asked));
          }}
          onMessage={() => {
            setAsked(null);
            void navigate(callPath(unit, { child: asked.id }));
          }}
          onClose={() => setAsked(null)}
        />
      ),
  };
}

function OutcomeSheet({
  child: { id, firstName: name, standing },
  unit,
  today,
  onSay,
  onOther,
  onMessage,
  onClose,
}: {
  child: OutcomeChild;
  unit: OpenUnit;
  today: IsoDate;
  onSay: (outcome: ReferralOutcome) => void;
  onOther: () => void;
  onMessage: () => void;
  onClose: () => void;
}) {
  const { t, date } = useMessages();
  const rules = useProgrammeRules();
  const { referredDays, admittedDays } = rules.table;
  const row = useUnitSnapshot(unit.local).children.find((each) => each.id === id);
  const where = row === undefined ? null : rowStanding(row, today, rules);
  const isReferred = where?.referral !== null;
  const follows = (outcome: ReferralOutcome) => {
    const isWithClinic = outcome === 'seen' || outcome === 'admitted';
    // Past the fifth birthday nobody screens the child again: with a clinic its referral ends.
    if (isWithClinic && isReferred && where?.isGraduate) return t('referral.follows.died');
    // A weight below the limits is no sign: an admission closes it no longer than another answer.
    const days = outcome === 'admitted' && isReferred ? admittedDays : referredDays;
    return t(`referral.follows.${outcome}`, { date: date(addDays(today, days), 'day') });
  };
  return (
    <Sheet
      title={t('referral.say-title', { name })}
      detail={t('referral.say-text', { date: date(today, 'day') })}
      middle
      onClose={onClose}
    >
      <ul className="outcomes">
        {ANSWERS.map((outcome) => (
          <li key={outcome}>
            <button type="button" onClick={() => onSay(outcome)}>
              <Icon name={ICONS[outcome]} />
              <span>
                <b>{t(`referral.outcome.${outcome}`)}</b> <small>{follows(outcome)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="outcome-others">
        <button type="button" className="link-btn" onClick={onOther}>
          {t('referral.other-day')}
        </button>
        <Link className="link-btn" to={answerPath(unit)}>
          {t('clinic-answer.code')}
        </Link>
        <button type="button" className="link-btn" onClick={onMessage}>
          {t('referral.message')}
        </button>
        {(standing?.openSigns.length ?? 0) === 0 ? null : (
          <Link className="link-btn" to={slipPath(id, unit.stakeDB)}>
            {t('clinic-answer.slip')}
          </Link>
        )}
      </div>
      <Button kind="soft" wide onClick={onClose}>
        {t('referral.not-yet')}
      </Button>
    </Sheet>
  );
}
