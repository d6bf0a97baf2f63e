import { type Catalogue, type Country, can, databasesOf } from '@crece/domain';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Blank, Waiting } from '../../components/blank.tsx';
import { ButtonLink } from '../../components/controls.tsx';
import { DeskNavigation } from '../../components/desk-navigation.tsx';
import { deskPath } from '../../components/desk-paths.ts';
import { Flag } from '../../components/flag.tsx';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/page.tsx';
import { homePath } from '../../components/paths.ts';
import { useCountryLabel } from '../../components/place-words.ts';
import { Fold } from '../../components/surfaces.tsx';
import { loadCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';

/** More units than these are folded by country. */
const FEW_UNITS = 12;

function useCatalogueHere(): Catalogue | null {
  const device = useDevice();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  useEffect(() => {
    let current = true;
    void loadCatalogue(device, false, new Date()).then((loaded) => {
      if (current) setCatalogue(loaded.catalogue);
    });
    return () => {
      current = false;
    };
  }, [device]);
  return catalogue;
}

/** Whoever may not see whole countries chooses one of the units that the account has reports of. */
export function ChooseUnit() {
  const { t } = useMessages();
  const account = useSession();
  const catalogue = useCatalogueHere();
  const label = useCountryLabel();
  const title = t('desk.choose-title');
  if (catalogue === null) {
    return (
      <Page title={title} back={homePath()} navigation={<DeskNavigation />}>
        <Waiting />
      </Page>
    );
  }
  const own = databasesOf(catalogue).filter(({ stakeDB, countryCode, pilot }) =>
    can(account, 'report-unit', { stakeDB: stakeDB, countryCode, pilot }),
  );
  const countries = catalogue.countries
    .filter(({ code }) => own.some(({ countryCode }) => countryCode === code))
    .toSorted((a, b) => label(a).localeCompare(label(b)));
  const unitsOf = (country: Country) => (
    <ul className="card card-flush">
      {own
        .filter(({ countryCode }) => countryCode === country.code)
        .toSorted((a, b) => a.stakeName.localeCompare(b.stakeName))
        .map(({ stakeDB, stakeName }) => (
          <li key={stakeDB}>
            <Link className="lrow" to={deskPath({ country: country.code, stakeDB: stakeDB })}>
              <Flag code={country.flag} fallback={country.code} />
              <span className="grow t">{stakeName}</span>
              <Icon name="next" className="chev" />
            </Link>
          </li>
        ))}
    </ul>
  );
  return (
    <Page
      title={title}
      subtitle={t('desk.title')}
      back={homePath()}
      width="read"
      navigation={<DeskNavigation />}
    >
      {own.length === 0 ? (
        <Blank
          picture="lost"
          title={t('desk.choose-none')}
          actions={
            <ButtonLink to={homePath()} kind="primary" wide>
              {t('errors.choose-country')}
            </ButtonLink>
          }
        />
      ) : (
        <div className="desk stack">
          <p className="muted">{t('desk.choose')}</p>
          {countries.map((country) =>
            own.length <= FEW_UNITS ? (
              <section key={country.code} aria-label={label(country)}>
                {unitsOf(country)}
              </section>
            ) : (
              <Fold key={country.code} title={label(country)}>
                {unitsOf(country)}
              </Fold>
            ),
          )}
        </div>
      )}
    </Page>
  );
}
