import type { Account } from '@crece/domain';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../data/config.tsx';
import { useSetting } from '../../data/device.tsx';
import {
  DEFAULT_LOCK_MINUTES,
  LOCK_MINUTES,
  lockNow,
  openedBy,
  useLockState,
} from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { canKeepPins, useKnownPeople } from '../../data/people.ts';
import { useSession } from '../../data/session.tsx';
import { ACCOUNT_PATHS, useTarget } from '../../shared/navigation/account-paths.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Button } from '../../ui/controls.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { PinForm } from './pin-form.tsx';
import type { PinAct } from './pin-rules.ts';

/** The PIN of the person at work: set, change and remove it, and when it is asked for. */
export function PinCard() {
  const { t } = useMessages();
  const account = useSession();
  const people = useKnownPeople();
  if (people === null) return null;
  const hasPin = people.some((person) => person.account.id === account?.id);
  return (
    <Card title={t('lock.pin-title')}>
      <div className="stack">
        <p>{t(hasPin ? 'lock.pin-set-note' : 'lock.pin-none')}</p>
        {account === null ? <NeedsAccount /> : <OwnPin account={account} hasPin={hasPin} />}
        <IconNote className="plain-note" icon="info">
          {t('lock.pin-honest')}
        </IconNote>
      </div>
    </Card>
  );
}

function NeedsAccount() {
  const { t } = useMessages();
  const target = useTarget();
  return (
    <>
      <p className="muted">{t('lock.pin-needs-account')}</p>
      <Link className="btn btn-2" to={ACCOUNT_PATHS.signIn} state={target}>
        {t('menu.sign-in')}
      </Link>
    </>
  );
}

function OwnPin({ account, hasPin }: { account: Account; hasPin: boolean }) {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const lock = useLockState();
  const [act, setAct] = useState<PinAct | null>(null);
  const [isDone, setDone] = useState(false);
  if (!canKeepPins()) {
    const contact = supportContact ?? t('errors.your-administrator');
    return <p className="muted">{t('lock.pin-needs-https', { contact })}</p>;
  }
  if (act !== null) {
    return (
      <PinForm
        key={act}
        account={account}
        act={act}
        onDone={() => {
          setAct(null);
          setDone(true);
        }}
      />
    );
  }
  if (!hasPin) {
    return (
      <div className="card-actions">
        <Button kind="primary" icon="lock" autoFocus={isDone} onClick={() => setAct('set')}>
          {t('lock.pin-set')}
        </Button>
      </div>
    );
  }
  const mayRenew = openedBy() === 'sign-in';
  return (
    <>
      {mayRenew ? <p className="muted">{t('lock.pin-renew')}</p> : null}
      <LockMinutes />
      <div className="card-actions">
        {/* The form is gone with its focus. */}
        <Button
          kind="primary"
          icon="lock"
          disabled={lock !== 'open'}
          autoFocus={isDone}
          onClick={() => lockNow()}
        >
          {t('lock.lock-now')}
        </Button>
        <Button onClick={() => setAct(mayRenew ? 'renew' : 'change')}>
          {t('lock.pin-change')}
        </Button>
        <Button kind="quiet" onClick={() => setAct('remove')}>
          {t('lock.pin-remove')}
        </Button>
      </div>
    </>
  );
}

function LockMinutes() {
  const { t } = useMessages();
  const [minutes = DEFAULT_LOCK_MINUTES, setMinutes] = useSetting('lockMinutes');
  return (
    <ChoiceField
      label={t('lock.lock-minutes')}
      hint={t('lock.lock-minutes-hint')}
      of={LOCK_MINUTES}
      value={minutes}
      textOf={(count) => t('lock.minutes', { count })}
      onValue={setMinutes}
    />
  );
}
