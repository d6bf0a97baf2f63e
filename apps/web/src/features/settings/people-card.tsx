import { dateFromInstant } from '@crece/domain';
import type { KnownPerson } from '@crece/storage';
import { useState } from 'react';
import { endServerSession } from '../../api/sign-outs.ts';
import { forgetUser, storedSession } from '../../api/stored-session.ts';
import { useDevice } from '../../data/device.tsx';
import { lockNow } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { canKeepPins, useKnownPeople } from '../../data/people.ts';
import { sealFor } from '../../data/seal.ts';
import { useSession } from '../../data/session.tsx';
import { deviceZone, useToday } from '../../data/today.ts';
import { maySyncAllHere } from '../../data/units-here.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { RemovePerson } from './remove-person.tsx';

/** All people who can open this device's lock. */
export function PeopleCard() {
  const { t } = useMessages();
  const people = useKnownPeople();
  const account = useSession();
  const { confirm } = useAsk();
  if (people === null || !canKeepPins()) return null;
  const hasPin = people.some((person) => person.account.id === account?.id);

  const letSomebodyIn = async () => {
    const sure = await confirm({
      title: t('lock.switch-question'),
      body: t('lock.switch-what'),
      yes: t('lock.lock-now'),
    });
    if (sure) lockNow();
  };
  return (
    <Card title={t('lock.people-title')}>
      {people.length === 0 ? <p>{t('lock.people-none')}</p> : null}
      <ul>
        {people.map((person) => (
          <PersonRow
            key={person.account.id}
            person={person}
            isYou={person.account.id === account?.id}
          />
        ))}
      </ul>
      <p className="hint">{t('lock.people-how')}</p>
      {people.length > 0 && !hasPin ? (
        <div className="card-actions">
          <Button icon="lock" onClick={() => void letSomebodyIn()}>
            {t('lock.switch')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function PersonRow({ person, isYou }: { person: KnownPerson; isYou: boolean }) {
  const { t, ago } = useMessages();
  const device = useDevice();
  const zone = deviceZone();
  const today = useToday(zone);
  const me = useSession();
  const [asksPin, setAsksPin] = useState(false);
  const { confirm } = useAsk();
  const { notify, complain } = useNotices();
  const { account, lastIn } = person;
  const name = account.displayName;

  const complainOf = (cause: unknown) => {
    console.error('A person could not be removed.', cause);
    complain({ text: t('lock.pin-not-saved') });
  };
  /** Their PIN, or the right to everything that it hides here. */
  const ask = async () => {
    if (me === null || !(await maySyncAllHere(device, me))) {
      setAsksPin(true);
      return;
    }
    const sure = await confirm({
      title: t('lock.remove-question', { name }),
      body: t('lock.remove-what', { name }),
      yes: t('lock.remove'),
      danger: true,
    });
    if (sure) await remove();
  };
  const remove = async () => {
    setAsksPin(false);
    try {
      const people = await device.people();
      const isLast = (await people.list()).every((known) => known.account.id === account.id);
      await people.forget(account.id);
      if (isLast) sealFor(me === null ? [account.id] : [account.id, me.id]);
    } catch (cause) {
      complainOf(cause);
      return;
    }
    // When the device's session is theirs, it ends with the removal.
    const { user, token } = storedSession();
    if (user?.id === account.id) {
      forgetUser();
      if (token !== null) endServerSession(token);
    }
    notify({ text: t('lock.removed', { name }) });
  };

  return (
    <li className="person-row">
      <Avatar name={name} picture={null} />
      <span className="grow">
        <b>{isYou ? `${name} (${t('lock.you')})` : name}</b>
        <br />
        <span className="small muted">
          {account.username}
          {' · '}
          {t('lock.last-in', { when: ago(dateFromInstant(lastIn, zone) ?? today, today) })}
        </span>
      </span>
      {isYou ? null : (
        <IconButton
          icon="remove"
          label={t('lock.remove-person', { name })}
          onClick={() => void ask().catch(complainOf)}
        />
      )}
      {asksPin ? (
        <RemovePerson
          person={person}
          onRight={() => void remove()}
          onFault={complainOf}
          onCancel={() => setAsksPin(false)}
        />
      ) : null}
    </li>
  );
}
