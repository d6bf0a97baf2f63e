import type { CatalogueBody } from '@crece/contract';
import {
  actionPlaceOf,
  type Country,
  databaseCount,
  findCountry,
  isTestUnit,
  placesWithin,
  type Unit,
} from '@crece/domain';
import { useDeferredValue, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { fetchAllPlaces } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { byUnitName, matches } from '../../shared/places/find-places.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { Blank } from '../../ui/blank.tsx';
import { Badge, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { countryPath, placesPath } from './admin-paths.ts';
import { entryKeys, unitByKey } from './catalogue-edit.ts';
import { EditCountry } from './country-form.tsx';
import { useIsOwnPlace } from './person.tsx';
import './places.css';
import { NothingFound } from '../../shared/places/nothing-found.tsx';
import { EditUnit, NewUnit } from './unit-form.tsx';
import type { Places } from './use-save-places.ts';
import { useServerData } from './use-server-data.ts';

/** With fewer units than this the page has no search field. */
const SEARCH_FROM = 7;

/** One country of the list: its units, and the forms that change them. */
export function CountryPage() {
  const { t } = useMessages();
  const { country: nameOrCode = '' } = useParams();
  const answer = useServerData(placesPath(), fetchAllPlaces);
  const { data, replace } = answer;
  if (data !== null) return <Found body={data} nameOrCode={nameOrCode} onBody={replace} />;
  return (
    <AdminPage section="places" title={t('admin.places-title')} back={placesPath()}>
      <Answered from={answer}>{() => null}</Answered>
    </AdminPage>
  );
}

function Found({
  body,
  nameOrCode,
  onBody,
}: {
  body: CatalogueBody;
  nameOrCode: string;
  onBody: Places['onBody'];
}) {
  const [params] = useSearchParams();
  // A new number mounts the form again after its draft was discarded.
  const [round, setRound] = useState(0);
  const isOwnPlace = useIsOwnPlace();
  const country = findCountry(body.catalogue, nameOrCode);
  const own = country && findCountry(placesWithin(body.catalogue, isOwnPlace), country.code);
  if (country === null || own === null) return <Unknown back={placesPath()} name={nameOrCode} />;
  const places: Places = { body, onBody };
  const entry = params.get('unit') ?? '';
  const onTaken = () => setRound((count) => count + 1);
  const isOwnCountry = isOwnPlace({ countryCode: country.code });
  const form = isOwnCountry || params.get('form') === 'unit' ? params.get('form') : null;
  if (form === 'country') {
    return <EditCountry key={round} places={places} country={country} onTaken={onTaken} />;
  }
  if (form === 'add') return <NewUnit places={places} country={country} />;
  if (form !== 'unit') return <Units country={country} />;
  const unit = unitByKey(country, entry);
  if (unit === null || !isOwnPlace(actionPlaceOf({ country, unit })))
    return <Unknown back={countryPath(country.code)} name={entry} />;
  return (
    <EditUnit
      key={`${entry} ${round}`}
      places={places}
      country={country}
      unit={unit}
      entry={entry}
      onTaken={onTaken}
    />
  );
}

function Unknown({ back, name }: { back: string; name: string }) {
  const { t } = useMessages();
  return (
    <AdminPage section="places" title={t('admin.places-title')} back={back}>
      <Blank
        picture="lost"
        title={t('admin.place-unknown-title')}
        actions={<MainLink to={placesPath()}>{t('admin.to-places')}</MainLink>}
      >
        {t('admin.place-unknown', { name })}
      </Blank>
    </AdminPage>
  );
}

function Units({ country }: { country: Country }) {
  const { t } = useMessages();
  const label = useCountryLabel();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const isOwnPlace = useIsOwnPlace();
  const isOwnCountry = isOwnPlace({ countryCode: country.code });
  const keys = entryKeys(country.stakes);
  const own = country.stakes
    .map((unit, index) => ({ unit, entry: keys[index] ?? '' }))
    .filter(({ unit }) => isOwnPlace(actionPlaceOf({ country, unit })))
    .sort((a, b) => byUnitName(a.unit, b.unit));
  const units = databaseCount({ ...country, stakes: own.map(({ unit }) => unit) });
  const shown = own.filter(
    ({ unit }) => wanted === '' || matches(unit.stakeName, wanted) || unit.stakeDB.includes(wanted),
  );
  return (
    <AdminPage
      section="places"
      title={label(country)}
      subtitle={t('admin.country-line', { code: country.code, units })}
      back={placesPath()}
      emblem={<Flag code={country.flag} fallback={country.code} />}
    >
      <div className="admin-tools country-tools">
        {own.length < SEARCH_FROM ? null : (
          <SearchField label={t('places.find-unit')} value={typed} onValue={setTyped} />
        )}
        {isOwnCountry ? (
          <>
            <ButtonLink
              to={countryPath(country.code, { form: 'country' })}
              kind="second"
              icon="edit"
            >
              {t('admin.edit-country')}
            </ButtonLink>
            <ButtonLink to={countryPath(country.code, { form: 'add' })} kind="primary" icon="add">
              {t('admin.add-unit')}
            </ButtonLink>
          </>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <NothingFound onClear={() => setTyped('')}>
          {t('places.no-unit-found', { wanted, country: label(country) })}
        </NothingFound>
      ) : (
        <ul className="card card-flush place-rows">
          {shown.map(({ unit, entry }) => (
            <li key={entry}>
              <UnitRow country={country} unit={unit} entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}

function UnitRow({ country, unit, entry }: { country: Country; unit: Unit; entry: string }) {
  const { t } = useMessages();
  const wards = unit.wards?.length ?? 0;
  return (
    <Link className="lrow" to={countryPath(country.code, { form: 'unit', unit: entry })}>
      <span className="place-unit">
        <span className="t">{unit.stakeName}</span>
        <span className="d">{unit.stakeDB}</span>
        <span className="d">{wards === 0 ? '' : t('admin.wards-count', { count: wards })}</span>
        <span className="row-wrap">
          {isTestUnit(unit.stakeDB) ? <Badge look="line">{t('places.test-unit')}</Badge> : null}
          {unit.pilot ? <Badge look="brand">{t('admin.pilot-unit')}</Badge> : null}
          {unit.retired ? <Badge look="line">{t('admin.ended-unit')}</Badge> : null}
          {unit.note === undefined ? null : (
            <Badge look="line" icon="note">
              {t('admin.unit-note')}
            </Badge>
          )}
        </span>
      </span>
      <Icon name="edit" small className="chev" />
    </Link>
  );
}
