import {
  type Catalogue,
  type Country,
  databasesOf,
  placesWithin,
  type UnitDatabase,
} from '@crece/domain';
import { useDeferredValue, useMemo, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { matches } from '../../shared/places/find-places.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { byLabel, useCountryLabel } from '../../shared/places/place-words.ts';
import { RadioCards } from '../../ui/choices.tsx';
import { IconButton } from '../../ui/controls.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import './choices.css';
import { useIsOwnPlace } from './person.tsx';
import { itemsOf, type UserDraft } from './user-form.ts';

/** Maximum number of units shown below the search; nobody reads a longer list. */
const MOST_UNITS = 30;

type Kind = 'countries' | 'stakes';

/**
 * Everywhere, or only countries and units chosen from the list of places. An administrator who is
 * limited to places can grant rights only in those and sees no others.
 */
export function ScopeField({
  form,
  catalogue,
}: {
  form: CheckedForm<UserDraft, unknown>;
  catalogue: Catalogue;
}) {
  const { t } = useMessages();
  const { setValue, watch, formState } = form.hook;
  const [reach, countries, stakes] = watch(['reach', 'countries', 'stakes']);
  const isOwnPlace = useIsOwnPlace();
  const chosen = { countries: itemsOf(countries), stakes: itemsOf(stakes) };
  const toggle = (kind: Kind, item: string) => {
    const items = chosen[kind];
    const next = items.includes(item) ? items.filter((each) => each !== item) : [...items, item];
    setValue(kind, next.join(','), { shouldDirty: true });
    // The error belongs to the choice above it.
    if (formState.isSubmitted) void form.hook.trigger('reach');
  };
  return (
    <div className="stack">
      <RadioCards
        label={t('admin.works-in-label')}
        options={[
          ...(isOwnPlace({})
            ? [
                {
                  value: 'everywhere',
                  label: t('admin.works-everywhere'),
                  detail: t('admin.works-everywhere-detail'),
                },
              ]
            : []),
          {
            value: 'limited',
            label: t('admin.works-limited'),
            detail: t('admin.works-limited-detail'),
          },
        ]}
        {...form.field('reach')}
      />
      {reach === 'limited' ? (
        <PlaceChooser catalogue={catalogue} chosen={chosen} onToggle={toggle} />
      ) : null}
    </div>
  );
}

interface ChooserProps {
  catalogue: Catalogue;
  chosen: Readonly<Record<Kind, readonly string[]>>;
  onToggle: (kind: Kind, item: string) => void;
}

function PlaceChooser({ catalogue, chosen, onToggle }: ChooserProps) {
  const { t } = useMessages();
  const label = useCountryLabel();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const isOwnPlace = useIsOwnPlace();
  const own = useMemo(() => placesWithin(catalogue, isOwnPlace), [catalogue, isOwnPlace]);
  const databases = useMemo(() => databasesOf(own), [own]);
  const isFound = (country: Country) =>
    wanted === '' || matches(label(country), wanted) || matches(country.name, wanted);
  const reached = own.countries.filter(({ code }) => isOwnPlace({ countryCode: code }));
  const countries = byLabel(reached.filter(isFound), label);
  // Whoever has single units alone could not find them by a country.
  const fitting = databases.filter(({ stakeName, countryCode }) =>
    wanted === '' ? !isOwnPlace({ countryCode }) : matches(stakeName, wanted),
  );
  const units = fitting.slice(0, MOST_UNITS);
  return (
    <div className="place-chooser">
      <Chosen catalogue={catalogue} databases={databases} chosen={chosen} onToggle={onToggle} />
      <SearchField label={t('places.search')} value={typed} onValue={setTyped} />
      <fieldset className="place-choices">
        <legend className="vh">{t('admin.places-to-choose')}</legend>
        {countries.map((country) => (
          <CountryChoice
            key={country.code}
            country={country}
            checked={chosen.countries.includes(country.code)}
            onToggle={() => onToggle('countries', country.code)}
          />
        ))}
        {units.map((unit) => (
          <UnitChoice
            key={unit.stakeDB}
            unit={unit}
            country={catalogue.countries.find(({ code }) => code === unit.countryCode)}
            isIncluded={chosen.countries.includes(unit.countryCode)}
            checked={chosen.stakes.includes(unit.stakeDB)}
            onToggle={() => onToggle('stakes', unit.stakeDB)}
          />
        ))}
        {countries.length === 0 && units.length === 0 ? (
          <p className="place-none">{t('places.nothing-found', { wanted })}</p>
        ) : null}
        {fitting.length > units.length ? (
          <p className="place-none">
            {t('admin.more-units-fit', { count: fitting.length - units.length })}
          </p>
        ) : null}
      </fieldset>
      {wanted === '' && reached.length > 0 ? (
        <p className="hint">{t('admin.units-by-search')}</p>
      ) : null}
    </div>
  );
}

function Chosen({
  catalogue,
  databases,
  chosen,
  onToggle,
}: ChooserProps & { databases: readonly UnitDatabase[] }) {
  const { t } = useMessages();
  const label = useCountryLabel();
  const entries = [
    ...chosen.countries.map((code) => {
      const country = catalogue.countries.find((each) => each.code === code);
      const name = country === undefined ? code : label(country);
      return { kind: 'countries' as const, item: code, name };
    }),
    ...chosen.stakes.map((stakeDB) => {
      const unit = databases.find((each) => each.stakeDB === stakeDB);
      return { kind: 'stakes' as const, item: stakeDB, name: unit?.stakeName ?? stakeDB };
    }),
  ];
  if (entries.length === 0) return <p className="muted small">{t('admin.nothing-chosen')}</p>;
  return (
    <ul className="chosen-places" aria-label={t('admin.chosen-places')}>
      {entries.map(({ kind, item, name }) => (
        <li key={`${kind} ${item}`}>
          <span>{name}</span>
          <IconButton
            icon="close"
            label={t('admin.take-place-off', { name })}
            onClick={() => onToggle(kind, item)}
          />
        </li>
      ))}
    </ul>
  );
}

function CountryChoice({
  country,
  checked,
  onToggle,
}: {
  country: Country;
  checked: boolean;
  onToggle: () => void;
}) {
  const { t } = useMessages();
  const label = useCountryLabel();
  return (
    <label className="place-choice">
      <input type="checkbox" checked={checked} onChange={onToggle} />
      <Flag code={country.flag} fallback={country.code} />
      <span className="grow">
        <b>{label(country)}</b>
        <span className="d">{t('admin.whole-country')}</span>
      </span>
    </label>
  );
}

function UnitChoice({
  unit,
  country,
  isIncluded,
  checked,
  onToggle,
}: {
  unit: UnitDatabase;
  country: Country | undefined;
  isIncluded: boolean;
  checked: boolean;
  onToggle: () => void;
}) {
  const { t } = useMessages();
  const label = useCountryLabel();
  const countryName = country === undefined ? unit.countryName : label(country);
  return (
    <label className="place-choice">
      <input
        type="checkbox"
        checked={checked || isIncluded}
        disabled={isIncluded && !checked}
        onChange={onToggle}
      />
      <span className="grow">
        <b>{unit.stakeName}</b>
        <span className="d">
          {isIncluded ? t('admin.with-country', { country: countryName }) : countryName}
          {unit.pilot ? ` · ${t('admin.pilot-unit')}` : ''}
        </span>
      </span>
    </label>
  );
}
