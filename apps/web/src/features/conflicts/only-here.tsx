import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useWayToSync } from '../../shared/accounts/way-to-sync.ts';
import { ACCOUNT_PATHS, type TargetState } from '../../shared/navigation/account-paths.ts';
import {
  backupPath,
  handOverPath,
  receivePath,
  waitingPath,
} from '../../shared/navigation/waiting-paths.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';

/**
 * Query parameter: a person who comes back with the right to synchronise continues to the sync
 * page.
 */
export const TO_SYNC = 'to';

/**
 * The "Sync" page for people who may not synchronise: how many records are only on this device, and
 * what to do about it.
 */
export function OnlyHere({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const way = useWayToSync();
  const { pending: count } = unit;
  return (
    <section className="card only-here" aria-label={t('waiting.here-title', { count })}>
      <Icon name="device" />
      <h2 className="h1">{t('waiting.here-title', { count })}</h2>
      <p>
        {count === 0 ? null : `${t('waiting.here-lost', { count })} `}
        {t(`waiting.here-${way}`, { count })}
      </p>
      {way === 'guest' || way === 'ended' ? (
        <ToSignIn unit={unit} isGuest={way === 'guest'} />
      ) : (
        <ToRequest hasAsked={way === 'asked'} />
      )}
      {count === 0 ? null : (
        <>
          <ButtonLink kind="second" wide icon="up" to={handOverPath(unit)}>
            {t('hand.title')}
          </ButtonLink>
          <ButtonLink kind="second" wide icon="lock" to={backupPath(unit.stakeDB)}>
            {t('sync.backup')}
          </ButtonLink>
        </>
      )}
      <ButtonLink kind="quiet" wide icon="down" to={receivePath(unit)}>
        {t('hand.receive-title')}
      </ButtonLink>
    </section>
  );
}

function ToSignIn({ unit, isGuest }: { unit: OpenUnit; isGuest: boolean }) {
  const { t } = useMessages();
  const back: TargetState = { target: `${waitingPath(unit)}?${TO_SYNC}=sync` };
  // A new account has no rights yet: the person requests them in the settings.
  const toAsk: TargetState = { target: ACCOUNT_PATHS.profile };
  return (
    <>
      <ButtonLink kind="primary" wide to={ACCOUNT_PATHS.signIn} state={back}>
        {t(isGuest ? 'waiting.here-sign-in' : 'app.sign-in-again')}
      </ButtonLink>
      {isGuest ? (
        <ButtonLink kind="second" wide to={ACCOUNT_PATHS.signUp} state={toAsk}>
          {t('waiting.here-sign-up')}
        </ButtonLink>
      ) : null}
    </>
  );
}

function ToRequest({ hasAsked }: { hasAsked: boolean }) {
  const { t } = useMessages();
  return (
    <ButtonLink kind={hasAsked ? 'second' : 'primary'} wide to={ACCOUNT_PATHS.profile}>
      {t(hasAsked ? 'arrival.request' : 'arrival.ask')}
    </ButtonLink>
  );
}
