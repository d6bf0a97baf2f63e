import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { ConnectionStatus } from '../../shared/navigation/connection-status.tsx';
import { LanguageSwitch } from '../../shared/navigation/header-tools.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { GrowthFan } from '../../ui/growth-fan.tsx';
import { Icon } from '../../ui/icon.tsx';
import { contentRef } from '../../ui/page-start.ts';
import './accounts.css';

interface AccountFrameProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** The frame of the account pages: brand and claim beside the form, above it on a phone. */
export function AccountFrame({ title, text, children }: AccountFrameProps) {
  const { t } = useMessages();
  useEffect(() => {
    document.title = t('app.title', { page: title });
  }, [title, t]);
  return (
    <div className="account">
      <a className="skip" href="#content">
        {t('app.skip-to-content')}
      </a>
      <header className="art">
        <GrowthFan className="art-curves" measured />
        <div className="art-top">
          <Link className="art-logo" to={homePath()}>
            <BrandMark size={34} />
            <b>{t('app.name')}</b>
          </Link>
          <ConnectionStatus />
          <LanguageSwitch />
        </div>
        <p className="art-claim">{t('accounts.claim')}</p>
      </header>
      <main
        ref={contentRef}
        className="account-form"
        id="content"
        tabIndex={-1}
        aria-labelledby="page-title"
      >
        <h1 className="h1" id="page-title">
          {title}
        </h1>
        {text === undefined ? null : <p className="muted small account-text">{text}</p>}
        {children}
      </main>
    </div>
  );
}

/** Shown offline: what does not work now, and what does. */
export function OfflineNote() {
  const { t } = useMessages();
  const online = useOnline();
  if (online) return null;
  return (
    <div className="account-note" role="status">
      <Icon name="offline" />
      <p>
        <b>{t('accounts.needs-connection-title')}</b>
        <br />
        {t('accounts.needs-connection')}
      </p>
    </div>
  );
}
