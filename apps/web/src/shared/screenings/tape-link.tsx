import { MAX_AGE_MONTHS, MUAC_FROM_MONTHS } from '@crece/domain';
import type { MouseEvent } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { newScreeningPath, type Origin } from '../navigation/paths.ts';

/**
 * The button of a row that measures the child: the tape opens the screening form on MUAC alone, with
 * the keypad up. Where an arm says too little the scale opens it on all measures: with an open
 * referral, when something must be measured again, and under 6 months. Nothing for a child who is too
 * old for a screening.
 */
export function TapeLink({
  child: { id, firstName, lastName },
  isArmEnough,
  months,
  stakeDB,
  from,
  isTabStop = true,
  onPress,
}: {
  child: { id: string; firstName: string; lastName: string };
  /** Whether MUAC alone answers what is open. */
  isArmEnough: boolean;
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
  if (months === null || months === undefined || months >= MAX_AGE_MONTHS) return null;
  const isTape = isArmEnough && months >= MUAC_FROM_MONTHS;
  return (
    <a
      className="ib tape-link"
      href={newScreeningPath(id, stakeDB, isTape ? { measures: 'muac', from } : { from })}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t(isTape ? 'children.tape' : 'children.measure', {
        name: `${firstName} ${lastName}`,
      })}
      onClick={onPress}
    >
      <Icon name={isTape ? 'tape' : 'scale'} />
    </a>
  );
}
