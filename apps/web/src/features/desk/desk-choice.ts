import { AGE_CHOICES, type DeskChoice, PERIODS, USUAL_CHOICE } from '@crece/domain';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskPlace } from '../../shared/navigation/desk-paths.ts';

/** The ages and months in the address; a missing or invalid value is the default. */
export function useChoice(): DeskChoice {
  const [search] = useSearchParams();
  const ages = search.get('ages');
  const months = search.get('months');
  return useMemo(
    () => ({
      ages: AGE_CHOICES.find((each) => each === ages) ?? USUAL_CHOICE.ages,
      months: PERIODS.find((each) => String(each) === months) ?? USUAL_CHOICE.months,
    }),
    [ages, months],
  );
}

/** A choice for an address: only the values that differ from the default. */
export function choiceInPath({ ages, months }: DeskChoice): Pick<DeskPlace, 'ages' | 'months'> {
  return {
    ages: ages === USUAL_CHOICE.ages ? undefined : ages,
    months: months === USUAL_CHOICE.months ? undefined : String(months),
  };
}
