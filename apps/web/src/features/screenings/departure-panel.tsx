import {
  DEPARTURES,
  type Departure,
  departureRecords,
  outcomeTarget,
  type ReferralOutcome,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { outcomeDayOf, useOutcome } from '../../shared/referrals/use-outcome.ts';
import { type ChildFacts, openVersionsOf } from '../../shared/screenings/screening-facts.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Fold } from '../../ui/surfaces.tsx';

interface PanelProps {
  file: ChildFile;
  facts: ChildFacts;
  unit: OpenUnit;
}

/** Puts a child back: every record that says that it died or moved away is cleared. */
function usePutBack({ file, unit }: PanelProps) {
  const { save } = useOutcome(unit);
  return async () => {
    for (const target of departureRecords(file.child, file.screenings, file.others)) {
      if (!(await save(target, {}))) return;
    }
  };
}

/** Asked before it is written: the child leaves every list of visits. */
function Question({
  departure,
  facts,
  onAnswer,
}: {
  departure: Departure;
  facts: ChildFacts;
  onAnswer: (isYes: boolean) => void;
}) {
  const { t } = useMessages();
  const who = { name: facts.child.firstName, sex: facts.child.gender };
  return (
    <fieldset className="departure-question">
      <legend>
        <b>{t(`referral.departure.question.${departure}`, who)}</b>
      </legend>
      <p className="muted">{t('referral.departure.question-text', who)}</p>
      <p className="visit-buttons">
        <Button kind="danger" small onClick={() => onAnswer(true)}>
          {t(`referral.departure.yes.${departure}`, who)}
        </Button>
        <Button kind="quiet" small onClick={() => onAnswer(false)}>
          {t('referral.departure.no')}
        </Button>
      </p>
    </fieldset>
  );
}

/** "Died" and "moved away", sayable of any child, and their taking back. */
export function DeparturePanel(props: PanelProps) {
  const { file, facts, unit } = props;
  const { t } = useMessages();
  const { save } = useOutcome(unit);
  const putBack = usePutBack(props);
  const [asked, setAsked] = useState<Departure | null>(null);
  const { standing, today, child } = facts;
  const name = child.firstName;
  if (standing.departure !== null) {
    return (
      <p className="visit-buttons">
        <Button kind="second" small icon="back" onClick={() => void putBack()}>
          {t('referral.departure.put-back', { name })}
        </Button>
      </p>
    );
  }
  const write = async (outcome: ReferralOutcome) => {
    const versions = openVersionsOf(file);
    const target = outcomeTarget(file.child, file.screenings, standing, today, versions);
    const fields = { referralOutcome: outcome, referralDate: outcomeDayOf(target, today) };
    if (await save(target, fields)) setAsked(null);
  };
  return (
    <Fold title={t('referral.departure.title')}>
      <p className="muted">{t('referral.departure.text', { name })}</p>
      {asked === null ? (
        <p className="visit-buttons">
          {DEPARTURES.map((each) => (
            <Button key={each} kind="second" small onClick={() => setAsked(each)}>
              {t(`referral.outcome.${each}`)}
            </Button>
          ))}
        </p>
      ) : (
        <Question
          departure={asked}
          facts={facts}
          onAnswer={(isYes) => {
            if (isYes) void write(asked);
            else setAsked(null);
          }}
        />
      )}
    </Fold>
  );
}

/** A child who was marked as gone and seen after it: asks which of the two is right. */
export function VoidedDeparture(props: PanelProps) {
  const { facts } = props;
  const { t, date } = useMessages();
  const putBack = usePutBack(props);
  const { voidedDeparture: voided } = facts.standing;
  if (voided === null || voided.voidedOn === null) return null;
  const name = facts.child.firstName;
  const kind = voided.outcome === 'died' ? 'died' : 'moved-away';
  return (
    <div className="note-bar" role="note">
      <Icon name="warning" small />
      <span className="grow">
        {t(`referral.departure.voided.${kind}`, {
          name,
          date: date(voided.date),
          day: date(voided.voidedOn),
        })}
      </span>
      <Button kind="second" small onClick={() => void putBack()}>
        {t('referral.departure.voided-here', { name })}
      </Button>
    </div>
  );
}
