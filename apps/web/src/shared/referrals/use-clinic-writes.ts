import type { ClinicAnswer, Screening } from '@crece/domain';
import type { SlipWrites } from '@crece/storage';
import { useRef } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useAuthor } from '../people/author.tsx';
import { useFault } from '../words/fault.ts';
import { clinicWords } from './clinic-words.ts';

/** Writes what concerns a slip: the slip itself, a clinic's answer to it, and that one is struck. */
export function useClinicWrites(unit: OpenUnit) {
  const translator = useMessages();
  const { t } = translator;
  const { askAuthor } = useAuthor();
  const { notify, complain } = useNotices();
  const sayFault = useFault();
  // A second tap can arrive before the button is rendered as disabled.
  const busy = useRef(false);

  /** What was written; undefined when nothing was. Faults are told. */
  async function attempt<T>(write: (slips: SlipWrites) => Promise<T>) {
    if (busy.current) return undefined;
    busy.current = true;
    try {
      const author = await askAuthor();
      return author === null ? undefined : await write(await unit.local.slips(author, new Date()));
    } catch (cause) {
      sayFault(cause);
      return undefined;
    } finally {
      busy.current = false;
    }
  }

  /** Whether the screening has a slip now. */
  async function giveSlip(screening: Screening): Promise<boolean> {
    const given = await attempt(({ giveSlip }) => giveSlip(screening));
    return given !== undefined;
  }

  /** Adds a clinic's answer to its screening, and says what became of it: whether it was taken. */
  async function takeAnswer(screening: Screening, answer: ClinicAnswer): Promise<boolean> {
    const saved = await attempt(({ takeClinicAnswer }) => takeClinicAnswer(screening, answer));
    if (saved === undefined) return false;
    const taken = saved?.clinicAnswers?.find(
      ({ outcome, day }) => outcome === answer.outcome && day === answer.day,
    );
    if (taken === undefined) complain({ text: t('clinic-answer.refused.full') });
    else if (taken.struck === true) complain({ text: t('clinic-answer.refused.struck') });
    else notify({ text: t('clinic-answer.taken', { answer: clinicWords(translator, taken) }) });
    return taken !== undefined && taken.struck !== true;
  }

  /** Whether the answer is struck now. */
  async function strike(screening: Screening, answer: ClinicAnswer): Promise<boolean> {
    const struck = await attempt(({ strikeClinicAnswer }) => strikeClinicAnswer(screening, answer));
    if (struck === undefined) return false;
    notify({ text: t('clinic-answer.struck-now') });
    return true;
  }

  return { giveSlip, takeAnswer, strike };
}
