import { useMessages } from '../../data/messages.tsx';
import { useSession, useSignIn } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
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
  const isGuest = useSession() === null;
  const { user } = useSignIn();
  const { pending: count } = unit;
  const hasAsked = user?.roleRequest !== undefined;
  const why = isGuest ? 'guest' : hasAsked ? 'asked' : 'user';
  return (
    <section className="card only-here" aria-label={t('waiting.here-title', { count })}>
      <Icon name="device" />
      <h2 className="h1">{t('waiting.here-title', { count })}</h2>
      <p>
        {count === 0 ? null : `${t('waiting.here-lost', { count })} `}
        {t(`waiting.here-${why}`, { count })}
      </p>
      {isGuest ? <GuestWays unit={unit} /> : <ToRequest hasAsked={hasAsked} />}
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

function GuestWays({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const back: TargetState = { target: `${waitingPath(unit)}?${TO_SYNC}=sync` };
  // A new account has no rights yet: the person requests them in the settings.
  const toAsk: TargetState = { target: ACCOUNT_PATHS.profile };
  return (
    <>
      <ButtonLink kind="primary" wide to={ACCOUNT_PATHS.signIn} state={back}>
        {t('waiting.here-sign-in')}
      </ButtonLink>
      <ButtonLink kind="second" wide to={ACCOUNT_PATHS.signUp} state={toAsk}>
        {t('waiting.here-sign-up')}
      </ButtonLink>
    </>
  );
}

function ToRequest({ hasAsked }: { hasAsked: boolean }) {
  const { t } = useMessages();
  return (
    <ButtonLink kind={hasAsked ? 'second' : 'primary'} wide to={ACCOUNT_PATHS.profile}>
      {t(hasAsked ? 'waiting.here-request' : 'arrival.ask')}
    </ButtonLink>
  );
}
