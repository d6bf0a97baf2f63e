import { MAX_AGE_MONTHS, MUAC_FROM_MONTHS } from '@crece/domain';
import type { MouseEvent } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { newScreeningPath, type Origin } from '../navigation/paths.ts';

/**
 * The tape button of a row: opens the screening form on MUAC alone, with the keypad up; of a child with
 * an open referral on all measures, because another one may be asked for. Nothing for a child whose MUAC
 * does not count (under 6 months), or who is too old for a screening.
 */
export function TapeLink({
  child: { id, firstName, lastName },
  isReferred,
  months,
  stakeDB,
  from,
  isTabStop = true,
  onPress,
}: {
  child: { id: string; firstName: string; lastName: string };
  /** A referral is open. */
  isReferred: boolean;
  /** Completed months today; null or absent when the birth date is in the future. */
  months: number | null | undefined;
  stakeDB: string;
  from: Origin;
  /** Whether Tab stops here: a list whose rows are walked with the arrow keys has one stop. */
  isTabStop?: boolean;
  /** From `usePressedLink`. */
  onPress: (event: MouseEvent<HTMLAnchorElement>) => void;
}) {
  const { t } = useMessages();
  if (!months || months < MUAC_FROM_MONTHS || months >= MAX_AGE_MONTHS) return null;
  return (
    <a
      className="ib tape-link"
      href={newScreeningPath(id, stakeDB, isReferred ? { from } : { measures: 'muac', from })}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t(isReferred ? 'children.measure' : 'children.tape', {
        name: `${firstName} ${lastName}`,
      })}
      onClick={onPress}
    >
      <Icon name="tape" />
    </a>
  );
}
