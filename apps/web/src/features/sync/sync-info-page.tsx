import { can, databasesOf } from '@crece/domain';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { fetchSyncCredentials } from '../../api/sync.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { syncFaultOf } from '../../data/open-sync.ts';
import { usePlaces } from '../../data/places.ts';
import { useSession } from '../../data/session.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { Card, Fold } from '../../ui/surfaces.tsx';
import { lifeOfToken } from './life-of-token.ts';
import { type AgainState, SYNC_INFO_PATH, syncErrorPath, useAgain } from './sync-paths.ts';
import './sync.css';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { useNow } from './use-now.ts';

/**
 * `/children/syncinfo`: what this account may synchronise, through which gateway, and how long the
 * credentials last.
 */
export function SyncInfoPage() {
  const { t } = useMessages();
  return (
    <Page title={t('access.title')} back={homePath()} width="read">
      <div className="stack">
        <p className="muted">{t('access.text')}</p>
        <GatewayCard />
        <UnitsCard />
      </div>
    </Page>
  );
}

/** The visible part of the credentials: never the token itself. */
interface ShownCredentials {
  address: string;
  until: Date;
}

/** Fetches credentials at once and on request; a failure goes to the page of sync errors. */
function useCredentials(): { shown: ShownCredentials | null; isAsking: boolean; ask: () => void } {
  const navigate = useNavigateHere();
  const isSentBack = useAgain().again === true;
  const [shown, setShown] = useState<ShownCredentials | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback(() => {
    setAsking(true);
    fetchSyncCredentials()
      .then(
        ({ entity, url }) => {
          setShown({ address: url, until: new Date(Date.now() + lifeOfToken(entity)) });
        },
        (cause: unknown) => {
          const back: AgainState = { back: SYNC_INFO_PATH };
          void navigate(syncErrorPath(syncFaultOf(cause)), { state: back });
        },
      )
      .finally(() => setAsking(false));
  }, [navigate]);
  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: "try again" comes back and asks again
  useEffect(() => {
    if (online) ask();
  }, [ask, online, isSentBack]);
  return { shown, isAsking, ask };
}

const SECOND_MS = 1000;

/** `14:32`, minutes and seconds. */
function clockOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function GatewayCard() {
  const { t } = useMessages();
  const online = useOnline();
  const { shown, isAsking, ask } = useCredentials();
  const now = useNow(shown !== null);
  const left = shown === null ? 0 : shown.until.getTime() - now.getTime();
  return (
    <Card title={t('access.gateway')}>
      {shown === null ? (
        <p className="muted">{t(online ? 'access.gateway-asking' : 'access.gateway-offline')}</p>
      ) : (
        <>
          <code className="address">{shown.address}</code>
          <p className="gateway-life" role="timer">
            {left > 0
              ? t('access.gateway-valid', { time: clockOf(left) })
              : t('access.gateway-over')}
          </p>
        </>
      )}
      <div className="card-acts">
        <Button kind="second" icon="sync" disabled={!online || isAsking} onClick={ask}>
          {t('access.gateway-renew')}
        </Button>
      </div>
    </Card>
  );
}

/** The units within the account's roles and places, by country. */
function UnitsCard() {
  const { t } = useMessages();
  const account = useSession();
  const places = usePlaces();
  const label = useCountryLabel();
  const countries = useMemo(() => {
    if (places === null) return null;
    const reached = databasesOf(places).filter(({ stakeDB, countryCode, pilot }) =>
      can(account, 'sync', { stakeDB, countryCode, pilot }),
    );
    return places.countries
      .map((country) => ({
        code: country.code,
        name: label(country),
        units: reached.filter(({ countryCode }) => countryCode === country.code),
      }))
      .filter(({ units }) => units.length > 0)
      .sort((a, b) => a.name.localeCompare(b.name));
  }, [places, account, label]);
  if (countries === null) return <Waiting />;
  const count = countries.reduce((sum, { units }) => sum + units.length, 0);
  return (
    <section className="stack-2" aria-label={t('access.units')}>
      <h2 className="h2">{t('access.units')}</h2>
      <p className="muted">{t('access.count', { count, countries: countries.length })}</p>
      {countries.map(({ code, name, units }) => (
        <Fold
          key={code}
          title={name}
          note={t('access.country', { count: units.length })}
          icon="pin"
          open={countries.length === 1}
        >
          <ul className="unit-list">
            {units.map(({ stakeDB, stakeName }) => (
              <li key={stakeDB}>
                {stakeName}
                <span className="d">{stakeDB}</span>
              </li>
            ))}
          </ul>
        </Fold>
      ))}
    </section>
  );
}
