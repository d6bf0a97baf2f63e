import { type IsoDate, outcomeIn, outcomeTarget } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChildFile } from '@crece/storage';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useSayOutcome } from '../../shared/referrals/say-outcome.tsx';
import { answerPath, slipPath } from '../../shared/referrals/slip-paths.ts';
import {
  outcomeWords,
  REFERRAL_FORM_ID,
  REFERRAL_ID,
} from '../../shared/screenings/outcome-words.ts';
import { timePast } from '../../shared/screenings/row-words.ts';
import { type ChildFacts, openVersionsOf } from '../../shared/screenings/screening-facts.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { ClinicAnswerList } from './clinic-answer-list.tsx';
import { ReferralOutcomeForm } from './referral-outcome.tsx';
import './referral.css';

/** "3 weeks", short enough to stand beside the question; "today". */
function timeSince(translator: Translator, since: IsoDate, today: IsoDate): string {
  const past = timePast(since, today);
  return 'count' in past
    ? translator.t(`children.ago.${past.unit}`, { count: past.count })
    : translator.ago(since, today);
}

/** A child who was sent to a clinic: what became of it, said by one press, or with day and note. */
export function ReferralCard({
  file,
  facts,
  unit,
}: {
  file: ChildFile;
  facts: ChildFacts;
  unit: OpenUnit;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { standing, today } = facts;
  const { hash, key } = useLocation();
  const card = useRef<HTMLElement>(null);
  const isFormAsked = hash === `#${REFERRAL_FORM_ID}`;
  const isAskedFor = isFormAsked || hash === `#${REFERRAL_ID}`;
  const [isForm, setForm] = useState(isFormAsked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way to the card asks for it anew
  useEffect(() => {
    if (isAskedFor) card.current?.scrollIntoView({ block: 'center' });
    if (isFormAsked) setForm(true);
  }, [isAskedFor, isFormAsked, key]);
  const { ask, say, sheet } = useSayOutcome(unit, today);
  // The newest screening that shows an open sign, which need not be the newest of all.
  const versions = openVersionsOf(file);
  const target = outcomeTarget(file.child, file.screenings, standing, today, versions);
  if (target.kind === 'child') return null;
  const name = facts.child.firstName;
  const isKnown = standing.section === 'closed';
  const said = outcomeIn(target.screening);
  const title = standing.referral === null ? 'referral.light' : 'referral.title';
  const since = standing.referral?.since ?? standing.lowWeight?.date;
  const { _id: id, firstName, gender } = facts.child;
  const answered = file.screenings.filter(
    ({ clinicAnswers, surveyDate }) =>
      clinicAnswers !== undefined && (since === undefined || surveyDate >= since),
  );
  return (
    <section className="card referral" id={REFERRAL_ID} ref={card} aria-labelledby="referral-title">
      <div className="between">
        <h2 className="h2" id="referral-title">
          {isKnown ? t('referral.known') : t(title, { name })}
        </h2>
        {isKnown || since === undefined ? null : (
          <span className="small muted">{timeSince(translator, since, today)}</span>
        )}
      </div>
      {isKnown || said === null ? null : <p className="muted">{outcomeWords(translator, said)}</p>}
      {answered.map((screening) => (
        <ClinicAnswerList key={screening._id} screening={screening} unit={unit} />
      ))}
      {isKnown || isForm ? null : (
        <div className="referral-quick">
          <Button
            kind="second"
            icon="check"
            onClick={() => void say({ id, firstName, gender }, 'seen')}
          >
            {t('referral.outcome.seen')}
          </Button>
          <Button kind="second" onClick={() => ask({ id, firstName, gender })}>
            {t('referral.other')}
          </Button>
        </div>
      )}
      <ReferralOutcomeForm
        screening={target.screening}
        unit={unit}
        today={today}
        isAskedAgain={!isKnown && said !== null}
        form={[isForm, setForm]}
      />
      {isKnown && said === null && !isForm ? (
        <Button kind="second" small icon="edit" onClick={() => setForm(true)}>
          {t('referral.record')}
        </Button>
      ) : null}
      {standing.referral === null ? null : (
        <div className="referral-paper">
          <ButtonLink kind="quiet" to={slipPath(id, unit.stakeDB)}>
            {t('clinic-answer.slip')}
          </ButtonLink>
          <ButtonLink kind="quiet" to={answerPath(unit)}>
            {t('clinic-answer.title')}
          </ButtonLink>
        </div>
      )}
      {sheet}
    </section>
  );
}
