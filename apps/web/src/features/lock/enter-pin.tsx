import type { KnownPerson, PinAnswer } from '@crece/storage';
import { useEffect, useId, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/controls.tsx';
import { Icon } from '../../components/icon.tsx';
import { useDevice } from '../../data/device.tsx';
import { openLock } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { PinPad } from './pin-pad.tsx';

interface EnterPinProps {
  person: KnownPerson;
  onForgotten: () => void;
  onOther: () => void;
}

const SECOND_MS = 1_000;

/** Seconds until a moment, counted down; 0 when it is over or there is none. */
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

/** One person's PIN; the right one lets them in, in every tab, with their name and rights. */
export function EnterPin({ person, onForgotten, onOther }: EnterPinProps) {
  const { t } = useMessages();
  const device = useDevice();
  const { setPerson } = useSignIn();
  const noteId = useId();
  const [state, setState] = useState<'typing' | 'checking' | 'wrong' | 'failed'>('typing');
  const [until, setUntil] = useState(() => Date.parse(person.blockedUntil ?? '') || 0);
  const wait = useSecondsUntil(until);
  const { account } = person;

  const heard = (answer: PinAnswer) => {
    if (answer.ok) {
      setPerson(answer.person.account);
      openLock('pin');
    } else if (answer.code === 'person-unknown') {
      onOther();
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
          // A screen reader is told once that there is a wait, not each second of it.
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
      <div className="lock-actions">
        <Button className="btn-plain" small onClick={onForgotten}>
          {t('lock.forgot')}
        </Button>
        <Button className="btn-plain" small icon="children" onClick={onOther}>
          {t('lock.other')}
        </Button>
      </div>
    </div>
  );
}
