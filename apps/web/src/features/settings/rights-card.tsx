import type { UserBody } from '@crece/contract';
import { findUnit } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/surfaces.tsx';

/** Where the account may work, in words. */
function useScopeText({ scope }: UserBody): string {
  const { t, list } = useMessages();
  const label = useCountryLabel();
  const places = usePlaces();
  if (scope === undefined) return t('settings.scope-all');
  const names = [
    ...(scope.countries ?? []).map((code) => {
      const country = places?.countries.find((known) => known.code === code);
      return country === undefined ? code : label(country);
    }),
    ...(scope.stakes ?? []).map(
      (stakeDB) =>
        (places === null ? undefined : findUnit(places, stakeDB)?.unit.stakeName) ?? stakeDB,
    ),
  ];
  if (names.length === 0) return t('settings.scope-nowhere');
  return t('settings.scope-only', { places: list(names) });
}

/** One's own roles and places; only an administrator changes them. */
export function RightsCard({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const scope = useScopeText(user);
  const roles = user.roles.filter((role) => role !== 'guest');
  return (
    <Card title={t('settings.rights-title')}>
      <ul className="right-facts">
        {roles.length === 0 ? <li>{t('settings.rights-none')}</li> : null}
        {roles.map((role) => (
          <li key={role}>
            <Icon name="check" />
            <span className="grow">
              <b>{t(`settings.role-${role}`)}</b>
              <span className="small muted">{t(`settings.role-${role}-text`)}</span>
            </span>
          </li>
        ))}
        <li>
          <Icon name="pin" />
          <span className="grow">
            <b>{t('settings.scope-title')}</b>
            <span className="small muted">{scope}</span>
          </span>
        </li>
      </ul>
    </Card>
  );
}
