import type { Screening } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useCovered } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useIsHere } from '../../data/use-is-here.ts';
import { childPath } from '../../shared/navigation/paths.ts';
import { findByCode } from '../../shared/referrals/clinic-code.ts';
import { answeredPath } from '../../shared/referrals/slip-paths.ts';
import { useClinicWrites } from '../../shared/referrals/use-clinic-writes.ts';
import { childFacts } from '../../shared/screenings/screening-facts.ts';
import { useFault } from '../../shared/words/fault.ts';
import { useNotices } from '../../ui/notices.tsx';

/**
 * A clinic's code in the address of a child's page: its answer is taken at once, or said why not. A
 * code of another child leads to that one.
 */
export function TakeAnswer({
  unit,
  file,
  code,
  onDone,
}: {
  unit: OpenUnit;
  file: ChildFile;
  code: string;
  /** Takes the code out of the address. */
  onDone: () => void;
}) {
  const { t, date } = useMessages();
  const programme = useProgramme();
  const today = useToday(unit.timeZone);
  const navigate = useNavigate();
  const { complain } = useNotices();
  const sayFault = useFault();
  const { takeAnswer } = useClinicWrites(unit);
  const isShown = useIsHere();
  /** The answer may be to the slip of a visit before the one that is referred now. */
  const sayWhatStaysOpen = async ({ surveyDate }: Screening) => {
    const after = await unit.local.readChildFile(file.child._id);
    if (after === null) return;
    const { section, referral } = childFacts(after, today, programme).standing;
    const last = referral?.signs
      .map(({ shown }) => shown.date)
      .sort()
      .at(-1);
    if (section !== 'refer' || last === undefined || last <= surveyDate) return;
    complain({ text: t('clinic-answer.stays-open', { date: date(last) }) });
  };
  const take = useEffectEvent(async () => {
    const found = await findByCode(unit, code, today, file.screenings);
    // The code is still in the address of the page that was left, which takes it when it is back.
    if (!isShown.current) return;
    if (found.kind === 'refused') {
      onDone();
      return complain({
        title: t('clinic-answer.refused-title'),
        text: t(`clinic-answer.refused.${found.why}`),
      });
    }
    const screening = file.screenings.find(({ _id }) => _id === found.screeningId);
    if (screening !== undefined) {
      onDone();
      if (await takeAnswer(screening, found.answer)) await sayWhatStaysOpen(screening);
      return;
    }
    const isHere = [file.child, ...(file.others ?? [])].some(({ _id }) => _id === found.childId);
    if (isHere) return onDone();
    return navigate(answeredPath(childPath(found.childId, unit.stakeDB), code), { replace: true });
  });
  const begin = useEffectEvent(() => {
    take().catch(sayFault);
  });
  // A locked phone writes nothing in the name of whoever used it last.
  const isCovered = useCovered();
  useEffect(() => {
    if (!isCovered) begin();
  }, [isCovered]);
  return null;
}
