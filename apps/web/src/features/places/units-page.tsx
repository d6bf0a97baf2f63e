import { type Country, databaseCount, findCountry, isTestUnit, type Unit } from '@crece/domain';
import type { UnitCounts } from '@crece/storage';
import { useDeferredValue, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath, listPath, mothersPath, type UnitRef } from '../../shared/navigation/paths.ts';
import { useAskOnEntry } from '../../shared/people/author.tsx';
import { matches } from '../../shared/places/find-places.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Badge } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import './places.css';
import { NothingFound } from '../../shared/places/nothing-found.tsx';
import { useCatalogue } from './use-catalogue.ts';
import { useCountWords, useUnitCounts } from './use-unit-counts.ts';

/** With fewer units than this the page has no search field. */
const SEARCH_FROM = 7;

/** The units of one country, each with its three lists. */
export function UnitsPage() {
  const { country: nameOrCode = '' } = useParams();
  const loaded = useCatalogue(false);
  const { t } = useMessages();
  if (loaded === null) {
    return (
      <Page title={t('places.units-title')} back={homePath()} brand>
        <Waiting text={t('places.opening')} />
      </Page>
    );
  }
  const country = findCountry(loaded.catalogue, nameOrCode);
  if (country === null) {
    return (
      <Page title={t('places.country-unknown-title')} back={homePath()} brand>
        <Blank
          picture="lost"
          title={t('places.country-unknown-title')}
          actions={<MainLink to={homePath()}>{t('errors.choose-country')}</MainLink>}
        >
          {t('places.country-unknown', { country: nameOrCode })}
        </Blank>
      </Page>
    );
  }
  return <UnitsOf country={country} />;
}

function UnitsOf({ country }: { country: Country }) {
  const { t } = useMessages();
  const device = useDevice();
  const label = useCountryLabel();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const counts = useUnitCounts();
  const order = device.unitsOpened().map(({ stakeDB }) => stakeDB);
  const shown = country.stakes.filter(
    ({ stakeName }) => wanted === '' || matches(stakeName, wanted),
  );
  const isHere = ({ stakeDB }: Unit) => order.includes(stakeDB);
  // Latest first; units that were not opened here keep the catalogue's order.
  const here = shown
    .filter(isHere)
    .sort((a, b) => order.indexOf(a.stakeDB) - order.indexOf(b.stakeDB));
  const others = shown.filter((unit) => !isHere(unit));
  const total = databaseCount(country);
  const hereTotal = new Set(country.stakes.filter(isHere).map(({ stakeDB }) => stakeDB)).size;
  return (
    <Page
      title={label(country)}
      subtitle={
        hereTotal === 0
          ? t('places.units-count', { total })
          : t('places.units-of-which-here', { total, here: hereTotal })
      }
      back={homePath()}
      emblem={<Flag code={country.flag} fallback={country.code} />}
    >
      <div className="places">
        {total < SEARCH_FROM ? null : (
          <SearchField label={t('places.find-unit')} value={typed} onValue={setTyped} />
        )}
        {shown.length === 0 ? (
          <NothingFound onClear={() => setTyped('')}>
            {t('places.no-unit-found', { wanted, country: label(country) })}
          </NothingFound>
        ) : null}
        {here.length === 0 ? null : (
          <>
            <h2 className="h3 places-head">{t('places.on-this-device')}</h2>
            <Units country={country} stakes={here} counts={counts} />
          </>
        )}
        {others.length === 0 ? null : (
          <>
            <div className="places-note">
              <Icon name="device" />
              <div>
                <h2>{t('places.not-here-title')}</h2>
                {t('places.not-here')}
              </div>
            </div>
            <Units country={country} stakes={others} counts={counts} />
          </>
        )}
      </div>
    </Page>
  );
}

interface UnitsProps {
  country: Country;
  stakes: readonly Unit[];
  counts: ReadonlyMap<string, UnitCounts>;
}

function Units({ country, stakes, counts }: UnitsProps) {
  const wordsOf = useCountWords();
  const askOnEntry = useAskOnEntry();
  return (
    <ul className="units" onClickCapture={askOnEntry}>
      {stakes.map((unit) => (
        <li key={`${unit.stakeName} ${unit.stakeDB}`} className="card unit">
          <UnitCard country={country} unit={unit} holds={wordsOf(counts, [unit.stakeDB])} />
        </li>
      ))}
    </ul>
  );
}

function UnitCard({
  country,
  unit,
  holds,
}: {
  country: Country;
  unit: Unit;
  /** What is here of it, in words; null: not known. */
  holds: string | null;
}) {
  const { t } = useMessages();
  const reference: UnitRef = {
    stakeDB: unit.stakeDB,
    stakeName: unit.stakeName,
    countryName: country.name,
    countryCode: country.code,
  };
  const named = (word: string) => t('places.door', { list: word, unit: unit.stakeName });
  return (
    <>
      <div className="unit-head">
        <h3>{unit.stakeName}</h3>
        {isTestUnit(unit.stakeDB) ? <Badge look="line">{t('places.test-unit')}</Badge> : null}
        {holds === null ? null : <p className="small muted unit-holds">{holds}</p>}
      </div>
      <div className="unit-doors">
        <Link to={listPath(reference)} aria-label={named(t('children.title'))}>
          <Icon name="children" />
          <span>{t('children.title')}</span>
        </Link>
        <Link to={mothersPath(reference, 'pregnant')} aria-label={named(t('places.pregnant'))}>
          <Icon name="pregnant" />
          <span>{t('places.pregnant')}</span>
        </Link>
        <Link to={mothersPath(reference, 'nursing')} aria-label={named(t('places.nursing'))}>
          <Icon name="nursing" />
          <span>{t('places.nursing')}</span>
        </Link>
      </div>
    </>
  );
}
