import type { SignedInBody } from '@crece/contract';
import { useEffect, useRef, useState } from 'react';
import { endServerSession } from '../../api/sign-outs.ts';
import { useMessages } from '../../data/messages.tsx';
import { useKnownPeople } from '../../data/people.ts';
import { EnterPin } from '../../shared/lock/enter-pin.tsx';
import { ChoosePerson, LockPage } from '../../shared/lock/lock-page.tsx';
import { Button } from '../../ui/controls.tsx';

interface LetInProps {
  body: SignedInBody;
  onLetIn: () => void;
  onLeave: () => void;
}

/**
 * A person signed in whom this locked phone does not know: a person known to it must type the own
 * PIN. Until then the session is not stored; a person who is not let in loses it on the server too.
 */
export function LetIn({ body: { user, token }, onLetIn, onLeave }: LetInProps) {
  const { t } = useMessages();
  const people = useKnownPeople();
  const [chosen, setChosen] = useState<string | null>(null);
  const isHere = useRef(false);
  const isLetIn = useRef(false);
  useEffect(() => {
    const end = () => {
      if (!isLetIn.current) void endServerSession(token);
    };
    isHere.current = true;
    window.addEventListener('pagehide', end);
    return () => {
      isHere.current = false;
      window.removeEventListener('pagehide', end);
      // React's strict mode unmounts and mounts the page at once.
      queueMicrotask(() => {
        if (!isHere.current) end();
      });
    };
  }, [token]);

  const name = user.displayName;
  useEffect(() => {
    document.title = t('app.title', { page: t('accounts.new-here-title', { name }) });
  }, [t, name]);

  const person = people?.find(({ account }) => account.id === chosen);
  const letIn = () => {
    isLetIn.current = true;
    onLetIn();
  };
  const leave = (
    <Button className="btn-plain" onClick={onLeave}>
      {t('accounts.new-here-leave')}
    </Button>
  );
  return (
    <div className="lock">
      <LockPage>
        {person !== undefined ? (
          <EnterPin key={chosen} person={person} onRight={letIn} onUnknown={() => setChosen(null)}>
            <Button className="btn-plain" small icon="children" onClick={() => setChosen(null)}>
              {t('lock.other')}
            </Button>
            {leave}
          </EnterPin>
        ) : people === null ? null : (
          <ChoosePerson
            title={t('accounts.new-here-title', { name })}
            text={t(people.length === 0 ? 'accounts.new-here-nobody' : 'accounts.new-here')}
            people={people}
            onChoose={setChosen}
          >
            {leave}
          </ChoosePerson>
        )}
      </LockPage>
    </div>
  );
}
