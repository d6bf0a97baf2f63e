import {
  type DepartureFields,
  type IsoDate,
  isDeparture,
  type OutcomeTarget,
  outcomeTarget,
  type ReferralFields,
  type ReferralOutcome,
} from '@crece/domain';
import { type HoldOptions, type LocalUnit, StorageError } from '@crece/storage';
import { useRef } from 'react';
import { type InUnit, useInUnit } from '../../data/in-unit.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useAuthor } from '../people/author.tsx';
import { childFacts, openVersionsOf } from '../screenings/screening-facts.ts';
import { useFault } from '../words/fault.ts';

/** Takes back what was recorded; resolves to whether nothing of it stands any more. */
type TakeBack = () => Promise<boolean>;

/** What a target says now, to put it back. */
function saidOn(target: OutcomeTarget): ReferralFields {
  if (target.kind === 'child') {
    const { departure, departureDate } = target.child;
    return {
      ...(departure === undefined ? {} : { referralOutcome: departure }),
      ...(departureDate === undefined ? {} : { referralDate: departureDate }),
    };
  }
  const { referralOutcome, referralDate, referralNote } = target.screening;
  return {
    ...(referralOutcome === undefined ? {} : { referralOutcome }),
    ...(referralDate === undefined ? {} : { referralDate }),
    ...(referralNote === undefined ? {} : { referralNote }),
  };
}

/** On a child itself only "died" and "moved away" can be said. */
function departureFields({ referralOutcome, referralDate }: ReferralFields): DepartureFields {
  if (referralOutcome === undefined || referralDate === undefined) return {};
  return isDeparture(referralOutcome)
    ? { departure: referralOutcome, departureDate: referralDate }
    : {};
}

/** Writes outcomes of referrals, "died" and "moved away", and takes them back. */
export function useOutcome(unit: OpenUnit) {
  const { t } = useMessages();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();
  const programme = useProgramme();
  // Records that are being written: a second tap can arrive before the button is rendered as disabled.
  // What is said of another child meanwhile, or taken back, is not dropped.
  const busy = useRef(new Set<string>());

  const inOpenUnit: InUnit = (act) => act(unit.local);
  const inAnyCase = useInUnit(unit.stakeDB);

  async function write(
    local: LocalUnit,
    target: OutcomeTarget,
    fields: ReferralFields,
    options: HoldOptions,
  ): Promise<OutcomeTarget | null> {
    const author = await askAuthor();
    if (author === null) return null;
    const now = new Date();
    if (target.kind === 'screening') {
      const screening = await local.saveReferral(target.screening, fields, author, now, options);
      return { kind: 'screening', screening };
    }
    const child = await local.saveDeparture(
      target.child,
      departureFields(fields),
      author,
      now,
      options,
    );
    return { kind: 'child', child };
  }

  /** The record as it stands then; null when nothing was written. Faults are told. */
  async function attempt(
    target: OutcomeTarget,
    fields: ReferralFields,
    options: HoldOptions = {},
    inUnit = inOpenUnit,
  ): Promise<OutcomeTarget | 'changed' | null> {
    const id = target.kind === 'child' ? target.child._id : target.screening._id;
    if (busy.current.has(id)) return null;
    busy.current.add(id);
    try {
      return await inUnit((local) => write(local, target, fields, options));
    } catch (cause) {
      if (cause instanceof StorageError && cause.code === 'changed-meanwhile') {
        notify({ text: t('referral.changed') });
        return 'changed';
      }
      sayFault(cause);
      return null;
    } finally {
      busy.current.delete(id);
    }
  }

  /** Whether an outcome is stored: this one, or an earlier one that is shown now. */
  async function save(target: OutcomeTarget, fields: ReferralFields): Promise<boolean> {
    const written = await attempt(target, fields);
    if (written === null) return false;
    if (written !== 'changed') {
      const isTakenBack = fields.referralOutcome === undefined;
      notify({ text: t(isTakenBack ? 'referral.taken-back' : 'referral.saved') });
    }
    return true;
  }

  /**
   * Records an outcome of today on the record where it belongs, without a notice. It is held back from
   * the server for as long as it can be taken back; returns how, which brings the outcome of before;
   * null when nothing was recorded.
   */
  async function record(
    childId: string,
    outcome: ReferralOutcome,
    today: IsoDate,
  ): Promise<TakeBack | null> {
    const file = await unit.local.readChildFile(childId);
    if (file === null) return null;
    const { standing } = childFacts(file, today, programme);
    const { child, screenings } = file;
    const target = outcomeTarget(child, screenings, standing, today, openVersionsOf(file));
    const fields = { referralOutcome: outcome, referralDate: outcomeDayOf(target, today) };
    const written = await attempt(target, fields, { hold: true });
    if (written === null || written === 'changed') return null;
    return async () => (await attempt(written, saidOn(target), {}, inAnyCase)) !== null;
  }

  return { save, record };
}

/** The day of an outcome said today; a screening dated tomorrow by another phone has it tomorrow. */
export function outcomeDayOf(target: OutcomeTarget, today: IsoDate): IsoDate {
  if (target.kind === 'child') return today;
  const { surveyDate } = target.screening;
  return surveyDate > today ? surveyDate : today;
}
