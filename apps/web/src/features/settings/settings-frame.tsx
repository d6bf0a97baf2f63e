import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useSession } from '../../data/session.tsx';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import './settings.css';

/** Note above a page that cannot save offline: typed text is kept. */
function OfflineNote() {
  const { t } = useMessages();
  return (
    <div className="notice-bar settings-offline" role="status">
      <Icon name="offline" small />
      <span className="grow">
        <b>{t('common.offline-title')}.</b> {t('common.offline')}
      </span>
    </div>
  );
}

type Section = 'profile' | 'picture' | 'password' | 'accounts' | 'device';

const SECTIONS: readonly { section: Section; icon: IconName }[] = [
  { section: 'profile', icon: 'edit' },
  { section: 'picture', icon: 'person' },
  { section: 'password', icon: 'key' },
  { section: 'accounts', icon: 'link' },
  { section: 'device', icon: 'device' },
];

interface SettingsPageProps {
  section: Section;
  title: string;
  /** Whether the page needs the server. */
  needsServer?: boolean;
  children: ReactNode;
}

/** The frame of every settings page, with the navigation between them. */
export function SettingsPage({ section, title, needsServer, children }: SettingsPageProps) {
  const online = useOnline();
  const account = useSession();
  return (
    <Page
      title={title}
      width="read"
      back={homePath()}
      // Without an account there is only this page.
      {...(account === null ? {} : { navigation: <SettingsNavigation section={section} /> })}
    >
      <div className="settings stack">
        {needsServer && !online ? <OfflineNote /> : null}
        {children}
      </div>
    </Page>
  );
}

function SettingsNavigation({ section }: { section: Section }) {
  const { t } = useMessages();
  return (
    <nav className="nav" aria-label={t('lock.nav-label')}>
      <Link className="brandmark" to={homePath()}>
        <BrandMark size={30} />
        {t('app.name')}
      </Link>
      {SECTIONS.map(({ section: name, icon }) => (
        <Link
          key={name}
          to={ACCOUNT_PATHS[name]}
          aria-current={name === section ? 'page' : undefined}
        >
          <span className="pill">
            <Icon name={icon} />
          </span>
          {t(`lock.nav-${name}`)}
        </Link>
      ))}
    </nav>
  );
}
