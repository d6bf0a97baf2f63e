import { type Country, can, databasesOf } from '@crece/domain';
import { Link, Navigate } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useSession } from '../../data/session.tsx';
import { Coordination } from '../../shared/navigation/coordination-rail.tsx';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { Flag } from '../../shared/places/flag.tsx';
import { byLabel, useCountryLabel } from '../../shared/places/place-words.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { Fold } from '../../ui/surfaces.tsx';

/** With more units than this they are folded by country. */
const FEW_UNITS = 12;

/**
 * A person who may not see whole countries chooses one of the units for which the account has
 * reports; the only one is opened at once.
 */
export function ChooseUnit() {
  const { t } = useMessages();
  const account = useSession();
  const catalogue = usePlaces();
  const label = useCountryLabel();
  const title = t('desk.choose-title');
  if (catalogue === null) {
    return (
      <Page title={title} back={homePath()} navigation={<Coordination at="overview" />}>
        <Waiting />
      </Page>
    );
  }
  const own = databasesOf(catalogue).filter(({ stakeDB, countryCode, pilot }) =>
    can(account, 'report-unit', { stakeDB, countryCode, pilot }),
  );
  const [only, ...others] = own;
  if (only !== undefined && others.length === 0) {
    const { countryCode: country, stakeDB } = only;
    return <Navigate to={deskPath({ country, stakeDB })} replace />;
  }
  const countries = byLabel(
    catalogue.countries.filter(({ code }) => own.some(({ countryCode }) => countryCode === code)),
    label,
  );
  const unitsOf = (country: Country) => (
    <ul className="card card-flush">
      {own
        .filter(({ countryCode }) => countryCode === country.code)
        .sort((a, b) => a.stakeName.localeCompare(b.stakeName))
        .map(({ stakeDB, stakeName }) => (
          <li key={stakeDB}>
            <Link className="lrow" to={deskPath({ country: country.code, stakeDB })}>
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
      navigation={<Coordination at="overview" />}
    >
      {own.length === 0 ? (
        <Blank
          picture="lost"
          title={t('desk.choose-none')}
          actions={<MainLink to={homePath()}>{t('errors.choose-country')}</MainLink>}
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
