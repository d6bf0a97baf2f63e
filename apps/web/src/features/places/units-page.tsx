import { type Country, databaseCount, findCountry, isTestUnit, type Unit } from '@crece/domain';
import type { UnitCounts } from '@crece/storage';
import { useDeferredValue, useId, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath, listPath, mothersPath, type UnitRef } from '../../shared/navigation/paths.ts';
import { byUnitName, matches } from '../../shared/places/find-places.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useAskOnEntry } from './ask-on-entry.ts';
import './places.css';
import { NothingFound } from '../../shared/places/nothing-found.tsx';
import { unitName } from './unit-name.ts';
import { useCatalogue } from './use-catalogue.ts';
import { useUnitCounts } from './use-unit-counts.ts';

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
    // The account works elsewhere: the country is in the list, but not in its own.
    if (findCountry(loaded.all, nameOrCode) !== null) return <Navigate to="/forbidden" replace />;
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
  const isHere = ({ stakeDB }: Unit) => order.includes(stakeDB);
  // A unit that has ended is offered only where its records are, which may still have to be sent.
  const shown = country.stakes.filter(
    (unit) =>
      (unit.retired !== true || isHere(unit)) && (wanted === '' || matches(unit.stakeName, wanted)),
  );
  // Latest first; units that were not opened here by name.
  const here = shown
    .filter(isHere)
    .sort((a, b) => order.indexOf(a.stakeDB) - order.indexOf(b.stakeDB));
  const others = shown.filter((unit) => !isHere(unit)).sort(byUnitName);
  const total = databaseCount(country);
  const hereTotal = databaseCount({ ...country, stakes: country.stakes.filter(isHere) });
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
      <div className="places units-page">
        {total < SEARCH_FROM ? null : (
          <SearchField label={t('places.find-unit')} value={typed} onValue={setTyped} />
        )}
        {shown.length === 0 ? (
          <NothingFound onClear={() => setTyped('')}>
            {t('places.no-unit-found', { wanted, country: label(country) })}
          </NothingFound>
        ) : null}
        <Units
          country={country}
          stakes={here}
          counts={counts}
          title={t('places.on-this-device')}
          icon="device"
        />
        <Units
          country={country}
          stakes={others}
          counts={counts}
          title={here.length === 0 ? t('places.all-units') : t('places.other-units')}
          note={t('places.not-here')}
        />
      </div>
    </Page>
  );
}

interface UnitsProps {
  country: Country;
  stakes: readonly Unit[];
  counts: ReadonlyMap<string, UnitCounts>;
  title: string;
  icon?: IconName;
  note?: string;
}

/** Units under a line with their title, each one row. */
function Units({ country, stakes, counts, title, icon, note }: UnitsProps) {
  const askOnEntry = useAskOnEntry();
  if (stakes.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="units-head">
        {icon === undefined ? null : <Icon name={icon} small />}
        <h2>{title}</h2>
        {note === undefined ? null : <p>{note}</p>}
      </div>
      <ul className="list units" onClickCapture={askOnEntry}>
        {stakes.map((unit) => (
          <li key={`${unit.stakeName} ${unit.stakeDB}`}>
            <UnitRow country={country} unit={unit} counts={counts.get(unit.stakeDB) ?? null} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One unit: its name leads to the children, the icons at the end to the women. */
function UnitRow({
  country,
  unit,
  counts,
}: {
  country: Country;
  unit: Unit;
  /** What is here of it; null: not known. */
  counts: UnitCounts | null;
}) {
  const { t, number } = useMessages();
  const details = useId();
  const reference: UnitRef = {
    stakeDB: unit.stakeDB,
    stakeName: unit.stakeName,
    countryName: country.name,
    countryCode: country.code,
  };
  const named = (word: string) => t('places.door', { list: word, unit: unit.stakeName });
  const { name, kind } = unitName(unit.stakeName);
  const ofKind = kind === null ? '' : t(`places.${kind}`);
  const ownKind = isTestUnit(unit.stakeDB) ? t('places.test-unit') : ofKind;
  const kindWord = unit.retired ? t('places.ended') : ownKind;
  const pending = counts?.pending ?? 0;
  const shown = [kindWord, pending === 0 ? '' : t('places.only-here', { count: pending })];
  const detail = shown.filter((part) => part !== '').join(' · ');
  const spoken = [kindWord, counts === null ? '' : t('places.holds', { ...counts })];
  const door = (kindOf: 'pregnant' | 'nursing') => (
    <Link
      className="ib"
      to={mothersPath(reference, kindOf)}
      aria-label={named(t(`places.${kindOf}`))}
      title={t(`places.${kindOf}`)}
    >
      <Icon name={kindOf} />
    </Link>
  );
  return (
    <div className="unit-row">
      <Link className="lrow" to={listPath(reference)} aria-describedby={details}>
        <span className="grow">
          <span className="vh">{t('children.title')}, </span>
          <h3 className="t" aria-label={unit.stakeName}>
            {name}
          </h3>
          {detail === '' ? null : (
            <span className="d" aria-hidden="true">
              {detail}
            </span>
          )}
        </span>
        {counts === null ? null : (
          <span className="unit-count" aria-hidden="true">
            {number(counts.children)}
          </span>
        )}
      </Link>
      <span className="vh" id={details}>
        {spoken.filter((part) => part !== '').join('. ')}
      </span>
      {door('pregnant')}
      {door('nursing')}
    </div>
  );
}
