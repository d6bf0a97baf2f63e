import type { Account } from '@crece/domain';
import type { KnownPerson, PinAnswer } from '@crece/storage';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useIsHere } from '../../data/use-is-here.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PinPad } from './pin-pad.tsx';

interface EnterPinProps {
  person: KnownPerson;
  /** The PIN was right: the account as this device knows it now. */
  onRight: (account: Account) => void;
  /** The person is no longer known here. */
  onUnknown: () => void;
  /** Alternatives to the PIN. */
  children: ReactNode;
}

const SECOND_MS = 1_000;

/** Seconds until a moment, counted down; 0 when it has passed or is absent. */
function useSecondsUntil(until: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const count = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)));
    count();
    if (until <= Date.now()) return;
    const timer = setInterval(count, SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

/** `75` → `1:15`. */
const clockFace = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Asks for one person's PIN; tries are counted and delayed wherever it is asked for. */
export function EnterPin({ person, onRight, onUnknown, children }: EnterPinProps) {
  const { t } = useMessages();
  const device = useDevice();
  const noteId = useId();
  const [state, setState] = useState<'typing' | 'checking' | 'wrong' | 'failed'>('typing');
  const [until, setUntil] = useState(() => Date.parse(person.blockedUntil ?? '') || 0);
  const wait = useSecondsUntil(until);
  const { account } = person;
  const isHere = useIsHere();

  const heard = (answer: PinAnswer) => {
    // Somebody else may be about to enter, or nobody is to be let in any more.
    if (!isHere.current) return;
    if (answer.ok) {
      onRight(answer.person.account);
    } else if (answer.code === 'person-unknown') {
      onUnknown();
    } else {
      setUntil(Date.now() + answer.waitSeconds * SECOND_MS);
      setState(answer.code === 'pin-wrong' ? 'wrong' : 'typing');
    }
  };
  const tryPin = (pin: string) => {
    setState('checking');
    device
      .people()
      .then((people) => people.tryPin(account.id, pin))
      .then(heard, (cause: unknown) => {
        console.error('The PIN could not be checked.', cause);
        setState('failed');
      });
  };

  return (
    <div className="lock-body">
      <div className="lock-who">
        <Avatar name={account.displayName} picture={null} className="avatar-big" />
        <h1 className="h1">{account.displayName}</h1>
      </div>
      <div className="lock-note" id={noteId} role={state === 'wrong' ? 'alert' : 'status'}>
        {state === 'checking' ? t('lock.checking') : null}
        {state === 'failed' ? t('lock.failed') : null}
        {state === 'wrong' ? (
          <b>
            <Icon name="warning" small />
            {wait > 0 ? t('lock.wrong-often') : t('lock.wrong')}
          </b>
        ) : null}
        {state === 'typing' && wait === 0 ? t('lock.enter') : null}
        {wait > 0 ? (
          // Screen readers announce the wait once, not each second.
          <p aria-hidden="true">{t('lock.wait', { time: clockFace(wait) })}</p>
        ) : null}
      </div>
      <PinPad
        label={t('lock.pin-of', { name: account.displayName })}
        disabled={state === 'checking' || wait > 0}
        describedBy={noteId}
        isWrong={state === 'wrong'}
        onPin={tryPin}
      />
      <div className="lock-actions">{children}</div>
    </div>
  );
}
