import { knownOutcome } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { REFERRAL_ID } from '../../shared/referrals/outcome-words.ts';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { ReferralOutcome } from './referral-outcome.tsx';
import './referral.css';

/** A child who was sent to a clinic: what became of it, recorded in two presses. */
export function ReferralCard({
  file,
  entry,
  unit,
  today,
}: {
  file: ChildFile;
  entry: ScreeningFacts;
  unit: OpenUnit;
  today: string;
}) {
  const { t } = useMessages();
  const { hash } = useLocation();
  const card = useRef<HTMLElement>(null);
  const isAskedFor = hash === `#${REFERRAL_ID}`;
  useEffect(() => {
    if (isAskedFor) card.current?.scrollIntoView({ block: 'center' });
  }, [isAskedFor]);
  // The record itself: what is shown may be the other version of one that waits for a choice.
  const screening = file.screenings.find(({ _id }) => _id === entry.screening._id);
  if (screening === undefined) return null;
  const name = entry.child.firstName;
  const isKnown = knownOutcome(screening, today) !== null;
  const days = entry.programme.nextVisit.referredDays;
  return (
    <section className="card referral" id={REFERRAL_ID} ref={card} aria-labelledby="referral-title">
      <h2 className="h2" id="referral-title">
        {isKnown ? t('due.referral.known') : t('due.referral.title', { name })}
      </h2>
      {isKnown ? null : <p className="muted">{t('due.referral.text', { name, days })}</p>}
      <ReferralOutcome screening={screening} unit={unit} today={today} />
    </section>
  );
}
