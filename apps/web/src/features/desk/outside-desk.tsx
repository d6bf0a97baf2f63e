import { can, findCountry, findUnit } from '@crece/domain';
import { deskUnits } from '@crece/reports';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useSession } from '../../data/session.tsx';
import { Coordination } from '../../shared/navigation/coordination-rail.tsx';
import { type DeskPlace, deskPath } from '../../shared/navigation/desk-paths.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';

/**
 * The name of a unit or country by the catalogue of this device; null for all places, for one that this
 * device does not know, and until its catalogue is read.
 */
export function useCatalogueName({ country: code, stakeDB }: DeskPlace): string | null {
  const places = usePlaces();
  const label = useCountryLabel();
  if (places === null) return null;
  if (stakeDB !== undefined) return findUnit(places, stakeDB)?.unit.stakeName ?? null;
  const country = places.countries.find((each) => each.code === code);
  return country === undefined ? null : label(country);
}

/**
 * The title of a desk by the name of its place. That of a country or of all places says so where the
 * account sees only some of the units.
 */
export function usePartTitle({ country, stakeDB }: DeskPlace, name: string): string {
  const { t } = useMessages();
  const asked = country === undefined ? {} : { countryCode: country };
  if (can(useSession(), 'report-country', asked) || stakeDB !== undefined) return name;
  return country === undefined ? t('desk.title-own') : t('desk.title-part', { country: name });
}

/** Whether this device knows the place of a desk, and knows that the account may not see it. */
export function useIsOutside({ country, stakeDB }: DeskPlace): boolean {
  const account = useSession();
  const places = usePlaces();
  if (places === null) return false;
  if (stakeDB !== undefined) {
    const isKnown = findUnit(places, stakeDB) !== null;
    return isKnown && deskUnits(account, places, { scope: 'stake', stakeDB }) === null;
  }
  if (country === undefined || findCountry(places, country) === null) return false;
  return deskUnits(account, places, { scope: 'country', countryCode: country }) === null;
}

/**
 * Says that the account may not see a place. The menu and a sign-in lead to the desk that was looked
 * at last on this device, by whomever: from there the way goes on to the places of the account.
 */
export function OutsideDesk({ place, title }: { place: DeskPlace; title: string }) {
  const { t } = useMessages();
  const device = useDevice();
  const name = useCatalogueName(place) ?? title;
  const [last] = useState(() => device.getSetting('lastDesk'));
  if (last?.country === place.country && last?.stakeDB === place.stakeDB) {
    return <Navigate to={deskPath()} replace />;
  }
  return (
    <Page title={name} back={deskPath()} navigation={<Coordination at="overview" />}>
      <Blank
        picture="locked"
        title={t('errors.forbidden-title')}
        actions={
          <ButtonLink to={deskPath()} kind="primary" wide>
            {t('desk.title')}
          </ButtonLink>
        }
      >
        {t('desk.forbidden')}
      </Blank>
    </Page>
  );
}
