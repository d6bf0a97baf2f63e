import type { KnownPerson } from '@crece/storage';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { GrowthFan } from '../../ui/growth-fan.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticesProvider } from '../../ui/notices.tsx';
import { ConnectionStatus } from '../navigation/connection-status.tsx';
import { LanguageSwitch } from '../navigation/header-tools.tsx';
import './lock.css';

/**
 * The frame of the locked phone's screens. It has notices of its own: those of the application stay
 * covered, because they may name a child.
 */
export function LockPage({ children }: { children: ReactNode }) {
  const { t } = useMessages();
  return (
    <main className="lock-page">
      <NoticesProvider>
        <GrowthFan className="fan" />
        <div className="lock-top">
          <b>
            <BrandMark size={30} />
            {t('app.name')}
          </b>
          <ConnectionStatus />
          <LanguageSwitch />
        </div>
        {children}
      </NoticesProvider>
    </main>
  );
}

interface ChoosePersonProps {
  title: string;
  text: string;
  people: readonly KnownPerson[];
  onChoose: (id: string) => void;
  /** Alternatives. */
  children: ReactNode;
}

/** The people whom this device knows, to choose whose PIN to enter. */
export function ChoosePerson({ title, text, people, onChoose, children }: ChoosePersonProps) {
  const { t } = useMessages();
  return (
    <div className="lock-body">
      <h1 className="h1">{title}</h1>
      <p className="lock-note">{text}</p>
      <ul className="lock-people" aria-label={t('lock.people')}>
        {people.map(({ account }) => (
          <li key={account.id}>
            <button type="button" className="lock-person" onClick={() => onChoose(account.id)}>
              <Avatar name={account.displayName} picture={null} />
              <span className="grow">
                <b>{account.displayName}</b>
                <br />
                <span className="small">{account.username}</span>
              </span>
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
      <div className="lock-actions">{children}</div>
    </div>
  );
}
