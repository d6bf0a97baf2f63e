import type { UserBody } from '@crece/contract';
import { type Catalogue, findUnit, isPilotOnly } from '@crece/domain';
import { useCallback } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';

/** With more places than this, the others are counted, not named. */
const NAMED_PLACES = 3;

/**
 * Returns a function that writes where an account works: `Everywhere`, `Bolivia and Cobán Unit`,
 * `Ghana, Peru and 3 more`.
 */
export function useScopeWords(
  catalogue: Catalogue | null,
): (
  user: Pick<UserBody, 'scope' | 'roles' | 'id' | 'username' | 'displayName'>,
  all?: 'all',
) => string {
  const { t, list } = useMessages();
  const label = useCountryLabel();
  return useCallback(
    ({ scope, ...user }, all) => {
      if (scope === undefined) {
        return isPilotOnly(user) ? t('admin.works-in-pilot') : t('admin.works-everywhere');
      }
      const countries = (scope.countries ?? []).map((code) => {
        const country = catalogue?.countries.find((each) => each.code === code);
        return country === undefined ? code : label(country);
      });
      const units = (scope.stakes ?? []).map((stakeDB) => {
        const place = catalogue === null ? null : findUnit(catalogue, stakeDB);
        return place?.unit.stakeName ?? stakeDB;
      });
      const names = [...countries, ...units];
      if (names.length === 0) return t('admin.works-nowhere');
      if (names.length <= NAMED_PLACES || all === 'all') return list(names);
      const named = names.slice(0, NAMED_PLACES - 1);
      const rest = t('admin.more-places', { count: names.length - named.length });
      return list([...named, rest]);
    },
    [catalogue, label, list, t],
  );
}
