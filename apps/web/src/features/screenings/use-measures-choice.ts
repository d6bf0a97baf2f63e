import { ageAt, type Child, MUAC_FROM_MONTHS } from '@crece/domain';
import { useSetting } from '../../data/device.tsx';
import type { ScreeningValues } from './form-values.ts';

type Mode = ScreeningValues['mode'];

/**
 * What the form of a new screening asks for first: MUAC alone where `isMuacAsked` or where it was
 * chosen on this device today, all measures otherwise. Before 6 months MUAC does not count, so that
 * form begins with height and weight whatever was asked or chosen; so does that of a child with an
 * open referral, whose sign must be measured again.
 */
export function useMeasuresChoice(
  { birthDate }: Pick<Child, 'birthDate'>,
  today: string,
  isMuacAsked: boolean,
  isReferred: boolean,
): { first: Mode; remember: (mode: Mode) => void } {
  const [chosen, choose] = useSetting('measuresOfDay');
  const months = ageAt(birthDate, today)?.ageMonths;
  const isInfant = months !== undefined && months < MUAC_FROM_MONTHS;
  const isChosen = chosen?.day === today && chosen.measures === 'muac';
  return {
    first: !isInfant && !isReferred && (isMuacAsked || isChosen) ? 'muac' : 'all',
    remember: (measures) => {
      // What suits an infant or a referred child says nothing about the next child.
      if (!isInfant && !isReferred) choose({ day: today, measures });
    },
  };
}
