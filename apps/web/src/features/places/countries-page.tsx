import { type Catalogue, type Country, databaseCount, dateFromInstant } from '@crece/domain';
import type { MissedUnit } from '@crece/storage';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { HttpError } from '../../api/http.ts';
import type { LoadedCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { deviceZone } from '../../data/today.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { countriesPath, listPath, unitsPath } from '../../shared/navigation/paths.ts';
import { findPlaces } from '../../shared/places/find-places.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { NothingFound } from '../../shared/places/nothing-found.tsx';
import { byLabel, useCountryLabel } from '../../shared/places/place-words.ts';
import { failureText } from '../../shared/words/failure-words.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Announcement } from './announcement.tsx';
import { ClosedUnits } from './closed-units.tsx';
import { News } from './news.tsx';
import './places.css';
import { NewcomerSteps } from './newcomer-steps.tsx';
import { Practise } from './practise.tsx';
import { Resume, useLastUnit } from './resume.tsx';
import { type PlacesHere, useCatalogue } from './use-catalogue.ts';
import { useCountWords, useUnitCounts } from './use-unit-counts.ts';

/**
 * Home: for a newcomer the three steps, else the last used unit; then all places.
 * `/children/countries/true` asks the server first.
 */
export function CountriesPage() {
  const { networkFirst } = useParams();
  const loaded = useCatalogue(networkFirst === 'true');
  const { t } = useMessages();
  useSayFailure(loaded, networkFirst === 'true');
  return (
    <Page title={t('places.countries-title')} brand>
      {loaded === null ? <Waiting text={t('places.opening')} /> : <Home loaded={loaded} />}
    </Page>
  );
}

function Home({ loaded }: { loaded: PlacesHere }) {
  const { catalogue, all } = loaded;
  const device = useDevice();
  const isNew = device.unitsOpened().length === 0;
  const last = useLastUnit(catalogue);
  return (
    <div className={isNew ? 'places home' : 'places home home-again'}>
      <div className="home-first">
        <Missed catalogue={catalogue} />
        <Announcement />
        {isNew ? <NewcomerSteps countries={catalogue.countries.length} /> : null}
        {last === null ? null : <Resume place={last} />}
        <ClosedUnits all={all} />
        {isNew ? <Practise catalogue={catalogue} /> : <InstallCard />}
        <News isBeginning={isNew} />
      </div>
      <div className="home-places">
        <Countries loaded={loaded} isNew={isNew} />
      </div>
    </div>
  );
}

const loadInstall = async () => (await import('../../shared/install/install-card.tsx')).InstallCard;

/** Offers the installation once a child was saved here. */
const InstallCard = () => <Later load={loadInstall} props={{}} onMissing={() => undefined} />;

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

/** Times of this device's own actions are shown in its own time zone. */
const deviceDate = (moment: Date | string) => dateFromInstant(moment, deviceZone()) ?? '';

function Countries({ loaded, isNew }: { loaded: LoadedCatalogue; isNew: boolean }) {
  const { t } = useMessages();
  const device = useDevice();
  const label = useCountryLabel();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const { catalogue } = loaded;
  const sorted = byLabel(catalogue.countries, label);
  const opened = new Set(device.unitsOpened().map(({ stakeDB }) => stakeDB));
  const openedOf = ({ stakes }: Country) =>
    [...new Set(stakes.map(({ stakeDB }) => stakeDB))].filter((name) => opened.has(name));
  const unitsHere = (country: Country) => openedOf(country).length;
  const counts = useUnitCounts();
  const wordsOf = useCountWords();
  const holds = (country: Country) => wordsOf(counts, openedOf(country));
  const here = sorted.filter((country) => unitsHere(country) > 0);
  const others = sorted.filter((country) => unitsHere(country) === 0);
  const all = (
    <>
      <CountryList countries={others} unitsHere={unitsHere} />
      <ListAge loaded={loaded} />
    </>
  );
  return (
    <>
      {isNew ? null : <h2 className="h3 places-head">{t('places.other-places')}</h2>}
      <SearchField label={t('places.search')} value={typed} onValue={setTyped} />
      {wanted === '' ? (
        isNew ? (
          <section aria-label={t('places.all-countries')}>{all}</section>
        ) : (
          <>
            <CountryList countries={here} unitsHere={unitsHere} holds={holds}>
              {others.length === 0 ? null : (
                <li>
                  <details className="other-countries">
                    <summary className="lrow">
                      <span className="place-icon">
                        <Icon name="globe" />
                      </span>
                      <span className="grow">
                        <span className="t">{t('places.other-country')}</span>
                        <span className="d">{t('places.more', { count: others.length })}</span>
                      </span>
                      <Icon name="open" className="chev turn" />
                    </summary>
                    {all}
                  </details>
                </li>
              )}
              <li>
                <Practise catalogue={catalogue} isRow />
              </li>
            </CountryList>
            {others.length === 0 ? <ListAge loaded={loaded} /> : null}
          </>
        )
      ) : (
        <Found catalogue={{ countries: sorted }} wanted={wanted} onClear={() => setTyped('')} />
      )}
    </>
  );
}

/** Of when the list is, with a link that asks the server for a newer one. */
function ListAge({ loaded: { fetchedAt } }: { loaded: LoadedCatalogue }) {
  const { t, date } = useMessages();
  return (
    <p className="list-age">
      {fetchedAt === null
        ? t('places.list-built-in')
        : t('places.list-from', { date: date(deviceDate(fetchedAt), 'medium') })}{' '}
      <Link className="renew" to={countriesPath(true)}>
        {t('places.renew-list')}
      </Link>
    </p>
  );
}

function CountryList({
  countries,
  unitsHere,
  holds = () => null,
  children,
}: {
  countries: readonly Country[];
  unitsHere: (country: Country) => number;
  /** What is here of the country's units, in words; null: not known. */
  holds?: (country: Country) => string | null;
  /** Rows after the countries. */
  children?: ReactNode;
}) {
  const { t } = useMessages();
  const label = useCountryLabel();
  return (
    <ul className="list countries">
      {countries.map((country) => {
        const total = databaseCount(country);
        const here = unitsHere(country);
        const detail =
          here === 0
            ? t('places.units-count', { total })
            : [t('places.units-here', { here, total }), holds(country)]
                .filter((part) => part !== null)
                .join(' · ');
        return (
          <li key={country.code}>
            <Link className="lrow" to={unitsPath(country.code)}>
              <Flag code={country.flag} fallback={country.code} />
              <span className="grow">
                <span className="t">{label(country)}</span> <span className="d">{detail}</span>
              </span>
              <Icon name="next" className="chev" />
            </Link>
          </li>
        );
      })}
      {children}
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
    return <NothingFound onClear={onClear}>{t('places.nothing-found', { wanted })}</NothingFound>;
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
