import { outcomeIn, outcomeTarget } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { outcomeWords, REFERRAL_ID } from '../../shared/screenings/outcome-words.ts';
import { type ChildFacts, openVersionsOf } from '../../shared/screenings/screening-facts.ts';
import { ReferralOutcome } from './referral-outcome.tsx';
import './referral.css';

/** A child who was sent to a clinic: what became of it, recorded in two presses. */
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
  const { hash } = useLocation();
  const card = useRef<HTMLElement>(null);
  const isAskedFor = hash === `#${REFERRAL_ID}`;
  useEffect(() => {
    if (isAskedFor) card.current?.scrollIntoView({ block: 'center' });
  }, [isAskedFor]);
  const { standing, today } = facts;
  // The newest screening that shows an open sign, which need not be the newest of all.
  const versions = openVersionsOf(file);
  const target = outcomeTarget(file.child, file.screenings, standing, today, versions);
  if (target.kind === 'child') return null;
  const name = facts.child.firstName;
  const isKnown = standing.section === 'closed';
  const said = outcomeIn(target.screening);
  const days = facts.programme.nextVisit.referredDays;
  const title = standing.referral === null ? 'referral.light' : 'referral.title';
  return (
    <section className="card referral" id={REFERRAL_ID} ref={card} aria-labelledby="referral-title">
      <h2 className="h2" id="referral-title">
        {isKnown ? t('referral.known') : t(title, { name })}
      </h2>
      {isKnown ? null : <p className="muted">{t('referral.text', { name, days })}</p>}
      {isKnown || said === null ? null : <p className="muted">{outcomeWords(translator, said)}</p>}
      <ReferralOutcome
        screening={target.screening}
        unit={unit}
        today={today}
        isAskedAgain={!isKnown && said !== null}
      />
    </section>
  );
}
