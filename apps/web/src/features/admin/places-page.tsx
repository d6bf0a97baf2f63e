import {
  type Catalogue,
  type Country,
  databaseCount,
  databasesOf,
  findCountry,
  placesWithin,
} from '@crece/domain';
import { useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { fetchAllPlaces } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { findPlaces } from '../../shared/places/find-places.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { byLabel, useCountryLabel } from '../../shared/places/place-words.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { countryPath, newCountryPath, placesPath } from './admin-paths.ts';
import { entryKeys } from './catalogue-edit.ts';
import { NewCountry } from './country-form.tsx';
import './places.css';
import { NothingFound } from '../../shared/places/nothing-found.tsx';
import { useIsOwnPlace } from './person.tsx';
import { useServerData } from './use-server-data.ts';

/** The countries and units of the programme, for people who may change them. */
export function PlacesPage() {
  const { t } = useMessages();
  const [params] = useSearchParams();
  const answer = useServerData(placesPath(), fetchAllPlaces);
  const { data, replace } = answer;
  const isOwnPlace = useIsOwnPlace();
  const own = data === null ? null : placesWithin(data.catalogue, isOwnPlace);
  if (data !== null && isOwnPlace({}) && params.get('add') === 'country') {
    return <NewCountry places={{ body: data, onBody: replace }} />;
  }
  return (
    <AdminPage
      section="places"
      title={t('admin.places-title')}
      subtitle={
        own === null
          ? undefined
          : t('admin.places-count', {
              countries: own.countries.length,
              units: databasesOf(own).length,
            })
      }
    >
      <Answered from={answer}>
        {({ catalogue }) => <PlaceList catalogue={own ?? catalogue} whole={catalogue} />}
      </Answered>
    </AdminPage>
  );
}

/**
 * The places that may be changed; the keys of the entries come from the `whole` list, which the
 * forms edit.
 */
function PlaceList({ catalogue, whole }: { catalogue: Catalogue; whole: Catalogue }) {
  const { t } = useMessages();
  const isOwnPlace = useIsOwnPlace();
  const label = useCountryLabel();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const found =
    wanted === ''
      ? { countries: catalogue.countries, units: [] }
      : findPlaces(catalogue, wanted, label, true);
  const countries = byLabel(found.countries, label);
  return (
    <>
      <div className="admin-tools places-tools">
        <SearchField label={t('places.search')} value={typed} onValue={setTyped} />
        {isOwnPlace({}) ? (
          <ButtonLink to={newCountryPath()} kind="primary" icon="add">
            {t('admin.add-country')}
          </ButtonLink>
        ) : null}
      </div>
      {countries.length === 0 && found.units.length === 0 ? (
        <NothingFound onClear={() => setTyped('')}>
          {t('places.nothing-found', { wanted })}
        </NothingFound>
      ) : null}
      {countries.length === 0 ? null : (
        <ul className="card card-flush place-rows place-countries">
          {countries.map((country) => (
            <li key={country.code}>
              <CountryRow country={country} />
            </li>
          ))}
        </ul>
      )}
      {found.units.length === 0 ? null : (
        <>
          <h2 className="h3 places-found">{t('admin.units')}</h2>
          <ul className="card card-flush place-rows">
            {found.units.map(({ country, unit }) => {
              const stakes = findCountry(whole, country.code)?.stakes ?? [];
              const entry = entryKeys(stakes)[stakes.indexOf(unit)] ?? '';
              return (
                <li key={`${country.code} ${entry}`}>
                  <Link
                    className="lrow"
                    to={countryPath(country.code, { form: 'unit', unit: entry })}
                  >
                    <Flag code={country.flag} fallback={country.code} />
                    <span className="grow">
                      <span className="t">{unit.stakeName}</span>
                      <span className="d">{label(country)}</span>
                    </span>
                    <Icon name="next" className="chev" />
                  </Link>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </>
  );
}

function CountryRow({ country }: { country: Country }) {
  const { t } = useMessages();
  const label = useCountryLabel();
  return (
    <Link className="lrow" to={countryPath(country.code)}>
      <Flag code={country.flag} fallback={country.code} />
      <span className="grow">
        <span className="t">{label(country)}</span>
        <span className="d">
          {t('admin.country-line', { code: country.code, units: databaseCount(country) })}
        </span>
      </span>
      <Icon name="next" className="chev" />
    </Link>
  );
}
