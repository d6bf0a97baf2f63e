import type { KnownPerson } from '@crece/storage';
import { useEffect, useState } from 'react';
import { setBadge } from '../../data/app-badge.ts';
import { useDevice } from '../../data/device.tsx';
import { openLock } from '../../data/lock.ts';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useKnownPeople } from '../../data/people.ts';
import { useSession, useSignIn } from '../../data/session.tsx';
import { EnterPin } from '../../shared/lock/enter-pin.tsx';
import { ChoosePerson, LockPage } from '../../shared/lock/lock-page.tsx';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { Button } from '../../ui/controls.tsx';

/** The screen of a locked phone: the known people and their PIN. It names no child. */
export function LockScreen() {
  const { t } = useMessages();
  const isReady = useSentences('first') === 'ready';
  const people = useKnownPeople();

  useEffect(() => {
    document.title = t('app.name');
  }, [t]);
  useEffect(() => setBadge(0), []);

  return <LockPage>{isReady && people !== null ? <Lock people={people} /> : null}</LockPage>;
}

/** The body of the lock screen: the choice of a person, a PIN, or help for a forgotten PIN. */
type View = { is: 'people' } | { is: 'pin'; id: string } | { is: 'forgotten'; id: string };

function Lock({ people }: { people: readonly KnownPerson[] }) {
  const { t } = useMessages();
  const { setPerson } = useSignIn();
  const active = useSession();
  const device = useDevice();
  const [view, setView] = useState<View>(() => {
    const last = people.find(({ account }) => account.id === active?.id);
    const only = people.length === 1 ? people[0] : undefined;
    const person = last ?? only;
    return person === undefined ? { is: 'people' } : { is: 'pin', id: person.account.id };
  });

  /**
   * Reloads the page on the way to the sign-in, so that its earlier content disappears. Drafts are
   * stored by then.
   */
  const goToSignIn = (target: string) => {
    const address = `${ACCOUNT_PATHS.signIn}?${new URLSearchParams({ target })}`;
    device.drafts
      .flush()
      .catch((cause: unknown) => console.warn('A draft could not be kept.', cause))
      .finally(() => window.location.assign(address));
  };
  const signInAsOther = () => goToSignIn(window.location.pathname + window.location.search);

  const person =
    view.is === 'people' ? undefined : people.find(({ account }) => account.id === view.id);
  if (person === undefined || view.is === 'people') {
    return (
      <ChoosePerson
        title={t('lock.who')}
        text={t(people.length === 0 ? 'lock.nobody-left' : 'lock.safe')}
        people={people}
        onChoose={(id) => setView({ is: 'pin', id })}
      >
        {people.length === 0 ? (
          <SignIn
            text={t('menu.sign-in')}
            offline={t('lock.sign-in-offline-only')}
            onSignIn={signInAsOther}
          />
        ) : (
          <SignIn
            text={t('lock.sign-in-other')}
            offline={t('lock.sign-in-offline')}
            onSignIn={signInAsOther}
          />
        )}
      </ChoosePerson>
    );
  }
  if (view.is === 'forgotten') {
    return (
      <Forgotten
        onBack={() => setView({ is: 'pin', id: person.account.id })}
        onSignIn={() => goToSignIn(ACCOUNT_PATHS.device)}
      />
    );
  }
  const showPeople = () => setView({ is: 'people' });
  return (
    <EnterPin
      key={person.account.id}
      person={person}
      onRight={(account) => {
        setPerson(account);
        openLock('pin');
      }}
      onUnknown={showPeople}
    >
      <Button
        className="btn-plain"
        small
        onClick={() => setView({ is: 'forgotten', id: person.account.id })}
      >
        {t('lock.forgot')}
      </Button>
      <Button className="btn-plain" small icon="children" onClick={showPeople}>
        {t('lock.other')}
      </Button>
    </EnterPin>
  );
}

function Forgotten({ onBack, onSignIn }: { onBack: () => void; onSignIn: () => void }) {
  const { t } = useMessages();
  return (
    <div className="lock-body">
      <h1 className="h1">{t('lock.forgotten-title')}</h1>
      <p className="lock-text">{t('lock.forgotten')}</p>
      <p className="lock-text">{t('lock.safe')}</p>
      <div className="lock-actions">
        <SignIn text={t('menu.sign-in')} offline={t('lock.sign-in-offline')} onSignIn={onSignIn} />
        <Button className="btn-plain" onClick={onBack}>
          {t('common.back')}
        </Button>
      </div>
    </div>
  );
}

/** Signing in needs the server: without a connection the button is disabled and says why. */
function SignIn({
  text,
  offline,
  onSignIn,
}: {
  text: string;
  offline: string;
  onSignIn: () => void;
}) {
  const online = useOnline();
  if (!online) return <p className="lock-note">{offline}</p>;
  return (
    <Button className="btn-light" icon="person" onClick={onSignIn}>
      {text}
    </Button>
  );
}
