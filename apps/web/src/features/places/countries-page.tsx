import {
  type Catalogue,
  type Country,
  databaseCount,
  dateFromInstant,
  findUnit,
} from '@crece/domain';
import type { MissedUnit } from '@crece/storage';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { HttpError } from '../../api/http.ts';
import type { LoadedCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { countriesPath, listPath, unitsPath } from '../../shared/navigation/paths.ts';
import { findPlaces } from '../../shared/places/find-places.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { failureText } from '../../shared/words/failure-words.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { GrowthFan } from '../../ui/growth-fan.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { News } from './news.tsx';
import './places.css';
import { useCatalogue } from './use-catalogue.ts';
import { useCountWords, useUnitCounts } from './use-unit-counts.ts';

/** Home: the last used unit and all countries. `/children/countries/true` asks the server first. */
export function CountriesPage() {
  const { networkFirst } = useParams();
  const loaded = useCatalogue(networkFirst === 'true');
  const { t } = useMessages();
  useSayFailure(loaded, networkFirst === 'true');
  return (
    <Page
      title={t('places.countries-title')}
      brand
      banner={<Hero catalogue={loaded?.catalogue ?? null} />}
    >
      <div className="places">
        {loaded === null ? null : <Missed catalogue={loaded.catalogue} />}
        <News />
        {loaded === null ? <Waiting text={t('places.opening')} /> : <Countries loaded={loaded} />}
      </div>
    </Page>
  );
}

const loadMissed = async () => (await import('./missed-units.tsx')).MissedUnits;

/**
 * Names the units whose records are gone from this device, until the person has read the notice
 * there.
 */
function Missed({ catalogue }: { catalogue: Catalogue }) {
  const device = useDevice();
  const [missed, setMissed] = useState<readonly MissedUnit[]>([]);
  useEffect(() => {
    let current = true;
    device.unitsMissed().then(
      (units) => current && setMissed(units),
      (cause: unknown) => console.warn('What was lost could not be looked for.', cause),
    );
    return () => {
      current = false;
    };
  }, [device]);
  if (missed.length === 0) return null;
  return <Later load={loadMissed} props={{ catalogue, missed }} onMissing={() => undefined} />;
}

/**
 * Reports to a person who asked for the server's list that it could not be loaded; the page keeps
 * working.
 */
function useSayFailure(loaded: LoadedCatalogue | null, asked: boolean) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const failure = loaded?.failure ?? null;
  const said = useRef<HttpError | null>(null);
  useEffect(() => {
    if (failure === null || !asked || said.current === failure) return;
    said.current = failure;
    complain(
      { title: t('errors.no-response-title'), text: failureText(t, failure) },
      failure.code === 'no-response' ? NOTICE_DELAYS.account5 : undefined,
    );
  }, [failure, asked, complain, t]);
}

function Hero({ catalogue }: { catalogue: Catalogue | null }) {
  const { t, ago } = useMessages();
  const device = useDevice();
  const last = device.unitsOpened()[0];
  const place = catalogue === null || last === undefined ? null : findUnit(catalogue, last.stakeDB);
  return (
    <section className="home-hero" aria-label={t('places.hero-title')}>
      <GrowthFan className="fan" />
      <div className="home-hero-in">
        <h2>{t('places.hero-title')}</h2>
        {place === null || last === undefined ? null : (
          <Link
            className="resume"
            to={listPath({
              stakeDB: place.unit.stakeDB,
              stakeName: place.unit.stakeName,
              countryName: place.country.name,
              countryCode: place.country.code,
            })}
          >
            <Flag code={place.country.flag} fallback={place.country.code} />
            <span className="grow">
              <b>{place.unit.stakeName}</b>
              <small>
                {t('places.opened', {
                  when: ago(deviceDate(last.openedAt), deviceDate(new Date())),
                })}
              </small>
            </span>
            <span className="go">
              <Icon name="next" />
            </span>
          </Link>
        )}
      </div>
    </section>
  );
}

/** Times of this device's own actions are shown in its own time zone. */
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const deviceDate = (moment: Date | string) => dateFromInstant(moment, deviceZone()) ?? '';

function Countries({ loaded }: { loaded: LoadedCatalogue }) {
  const { t, date } = useMessages();
  const device = useDevice();
  const label = useCountryLabel();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const { catalogue, fetchedAt } = loaded;
  const sorted = [...catalogue.countries].sort((a, b) => label(a).localeCompare(label(b)));
  const opened = new Set(device.unitsOpened().map(({ stakeDB }) => stakeDB));
  const openedOf = ({ stakes }: Country) =>
    [...new Set(stakes.map(({ stakeDB }) => stakeDB))].filter((name) => opened.has(name));
  const unitsHere = (country: Country) => openedOf(country).length;
  const counts = useUnitCounts();
  const wordsOf = useCountWords();
  const holds = (country: Country) => wordsOf(counts, openedOf(country));
  const here = sorted.filter((country) => unitsHere(country) > 0);
  const others = sorted.filter((country) => unitsHere(country) === 0);
  return (
    <>
      <SearchField label={t('places.search')} value={typed} onValue={setTyped} />
      {wanted === '' ? (
        <>
          {here.length === 0 ? null : (
            <>
              <h2 className="h3 places-head">{t('places.on-this-device')}</h2>
              <CountryList countries={here} unitsHere={unitsHere} holds={holds} />
            </>
          )}
          <div className="between places-head">
            <h2 className="h3">{t('places.all-countries')}</h2>
            <span className="xs muted">
              {fetchedAt === null
                ? t('places.list-built-in')
                : t('places.list-from', { date: date(deviceDate(fetchedAt), 'medium') })}{' '}
              <Link className="renew" to={countriesPath(true)}>
                {t('places.renew-list')}
              </Link>
            </span>
          </div>
          <CountryList countries={others} unitsHere={unitsHere} />
        </>
      ) : (
        <Found catalogue={{ countries: sorted }} wanted={wanted} onClear={() => setTyped('')} />
      )}
    </>
  );
}

function CountryList({
  countries,
  unitsHere,
  holds = () => null,
}: {
  countries: readonly Country[];
  unitsHere: (country: Country) => number;
  /** What is here of the country's units, in words; null: not known. */
  holds?: (country: Country) => string | null;
}) {
  const { t } = useMessages();
  const label = useCountryLabel();
  return (
    <ul className="list countries">
      {countries.map((country) => {
        const total = databaseCount(country);
        const here = unitsHere(country);
        return (
          <li key={country.code}>
            <Link className="lrow" to={unitsPath(country.code)}>
              <Flag code={country.flag} fallback={country.code} />
              <span className="grow">
                <span className="t">{label(country)}</span>
                {here === 0 ? null : (
                  <span className="d">
                    {[t('places.units-here', { here, total }), holds(country)]
                      .filter((part) => part !== null)
                      .join(' · ')}
                  </span>
                )}
              </span>
              {here > 0 ? null : (
                <span className="units-count">{t('places.units-count', { total })}</span>
              )}
              <Icon name="next" className="chev" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function Found({
  catalogue,
  wanted,
  onClear,
}: {
  catalogue: Catalogue;
  wanted: string;
  onClear: () => void;
}) {
  const { t } = useMessages();
  const label = useCountryLabel();
  const { countries, units } = findPlaces(catalogue, wanted, label);
  if (countries.length === 0 && units.length === 0) {
    return (
      <Blank
        picture="lost"
        title={t('places.nothing-found-title')}
        actions={
          <Button kind="primary" wide onClick={onClear}>
            {t('common.clear-search')}
          </Button>
        }
      >
        {t('places.nothing-found', { wanted })}
      </Blank>
    );
  }
  return (
    <>
      <h2 className="h3 places-head" role="status">
        {t('places.found', { countries: countries.length, units: units.length })}
      </h2>
      <ul className="list countries">
        {countries.map((country) => (
          <li key={country.code}>
            <Link className="lrow" to={unitsPath(country.code)}>
              <Flag code={country.flag} fallback={country.code} />
              <span className="grow t">{label(country)}</span>
              <Icon name="next" className="chev" />
            </Link>
          </li>
        ))}
        {units.map(({ country, unit }) => (
          <li key={`${country.code} ${unit.stakeName} ${unit.stakeDB}`}>
            <Link
              className="lrow"
              to={listPath({
                stakeDB: unit.stakeDB,
                stakeName: unit.stakeName,
                countryName: country.name,
                countryCode: country.code,
              })}
            >
              <Flag code={country.flag} fallback={country.code} />
              <span className="grow">
                <span className="t">{unit.stakeName}</span>
                <span className="d">{label(country)}</span>
              </span>
              <Icon name="next" className="chev" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
