import { LANGUAGE_NAMES, LANGUAGES } from '@crece/messages';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { countRoleRequests } from '../../api/session-calls.ts';
import { setBadge } from '../../data/app-badge.ts';
import { buildName } from '../../data/build-name.ts';
import { useSetting } from '../../data/device.tsx';
import { lockNow, useLockState } from '../../data/lock.ts';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { useCan, useSession, useSignIn } from '../../data/session.tsx';
import { Badge, Button } from '../../ui/controls.tsx';
import { useAuthor } from '../people/author.tsx';
import { ACCOUNT_PATHS, useTarget } from './account-paths.ts';
import './header-menu.css';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { usePastNotices } from '../../ui/notices.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useChooseLanguage } from './choose-language.ts';
import { deskPath } from './desk-paths.ts';
import { countriesPath } from './paths.ts';

/** In its own chunk: the first screen does not wait for the menus. */
export interface MenuProps {
  menu: 'account' | 'admin';
  /** What can be done with the page's record; a wide window shows it on the page. */
  actions?: readonly MenuEntry[] | undefined;
  onClose: () => void;
}

export interface MenuEntry {
  to: string;
  icon: IconName;
  text: string;
  badge?: string | null;
}

function Entries({
  label,
  entries,
  onClose,
}: {
  label: string;
  entries: readonly MenuEntry[];
  onClose: () => void;
}) {
  return (
    <nav aria-label={label}>
      <ul className="menu-list">
        {entries.map(({ to, icon, text, badge = null }) => (
          <li key={to}>
            <Link to={to} onClick={onClose}>
              <Icon name={icon} />
              <span className="grow">{text}</span>
              {badge === null ? null : <Badge look="brand">{badge}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AdminEntries({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const { isServerSession } = useSignIn();
  const mayAll = useCan('report-country');
  const maySettings = useCan('manage-settings');
  const [lastDesk] = useSetting('lastDesk');
  const [open, setOpen] = useState<number | null>(null);
  useEffect(() => {
    if (!isServerSession) return;
    let current = true;
    void countRoleRequests().then((count) => {
      if (current) setOpen(count);
    });
    return () => {
      current = false;
    };
  }, [isServerSession]);
  return (
    <Entries
      label={t('menu.admin')}
      onClose={onClose}
      entries={[
        ...(mayAll
          ? [{ to: deskPath(lastDesk), icon: 'bars' as const, text: t('menu.desk') }]
          : []),
        { to: ACCOUNT_PATHS.users, icon: 'children', text: t('menu.users') },
        {
          to: ACCOUNT_PATHS.requests,
          icon: 'note',
          text: t('menu.requests'),
          badge: open === null || open === 0 ? null : t('menu.requests-open', { count: open }),
        },
        { to: ACCOUNT_PATHS.audit, icon: 'paper', text: t('menu.audit') },
        { to: ACCOUNT_PATHS.places, icon: 'pin', text: t('menu.places') },
        ...(maySettings
          ? [{ to: ACCOUNT_PATHS.programme, icon: 'table' as const, text: t('menu.programme') }]
          : []),
      ]}
    />
  );
}

function AccountEntries({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const account = useSession();
  // Who may see all places finds the overview among the entries of administration.
  const mayAll = useCan('report-country');
  const mayReport = useCan('report-unit') && !mayAll;
  const [lastDesk] = useSetting('lastDesk');
  const desk: readonly MenuEntry[] = mayReport
    ? [{ to: deskPath(lastDesk), icon: 'bars', text: t('menu.desk') }]
    : [];
  const own: readonly MenuEntry[] = [
    ...desk,
    { to: ACCOUNT_PATHS.profile, icon: 'edit', text: t('menu.profile') },
    { to: ACCOUNT_PATHS.picture, icon: 'person', text: t('menu.picture') },
    { to: ACCOUNT_PATHS.password, icon: 'key', text: t('menu.password') },
    { to: ACCOUNT_PATHS.accounts, icon: 'link', text: t('menu.social') },
  ];
  const everybodys: readonly MenuEntry[] = [
    { to: ACCOUNT_PATHS.guide, icon: 'paper', text: t('menu.guide') },
    { to: ACCOUNT_PATHS.device, icon: 'device', text: t('lock.device-title') },
    { to: ACCOUNT_PATHS.privacy, icon: 'info', text: t('menu.privacy') },
  ];
  return (
    <Entries
      label={t('menu.account')}
      onClose={onClose}
      entries={account === null ? everybodys : [...own, ...everybodys]}
    />
  );
}

/** Buttons to lock a shared phone and to end the session of the person who uses it. */
function LockAndSignOut({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const account = useSession();
  const { user, signOut } = useSignIn();
  const lock = useLockState();
  return (
    <div className="stack-2">
      {lock === 'none' ? null : (
        <Button
          kind="second"
          icon="lock"
          wide
          onClick={() => {
            onClose();
            lockNow();
          }}
        >
          {t('menu.lock')}
        </Button>
      )}
      {account === null || account.id !== user?.id ? null : (
        <Button
          kind="second"
          icon="exit"
          wide
          onClick={() => {
            onClose();
            setBadge(0);
            signOut();
          }}
        >
          {t('menu.sign-out')}
        </Button>
      )}
    </div>
  );
}

/** Signing in, also again, and the name for records of a person without an account. */
function SignInEntries({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const target = useTarget();
  const account = useSession();
  const { hasEnded } = useSignIn();
  const { changeName } = useAuthor();
  const [screenerName] = useSetting('screenerName');
  const link = (to: string, look: string, text: string) => (
    <Link className={`btn btn-wide ${look}`} to={to} state={target} onClick={onClose}>
      {text}
    </Link>
  );
  if (hasEnded) {
    return (
      <div className="stack-2">
        <p className="small">{t('menu.session-ended')}</p>
        {link(ACCOUNT_PATHS.signIn, 'btn-1', t('app.sign-in-again'))}
      </div>
    );
  }
  if (account !== null) return null;
  return (
    <div className="stack-2">
      {screenerName === undefined ? null : (
        <p className="between">
          <span>{t('app.saves-as', { name: screenerName })}</span>
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              onClose();
              changeName();
            }}
          >
            {t('app.change-name')}
          </button>
        </p>
      )}
      {link(ACCOUNT_PATHS.signIn, 'btn-1', t('menu.sign-in'))}
      {link(ACCOUNT_PATHS.signUp, 'btn-2', t('menu.sign-up'))}
    </div>
  );
}

function PastNotices() {
  const { t, time } = useMessages();
  const past = usePastNotices();
  return (
    <section className="stack-2">
      <h3 className="h3">{t('app.notices')}</h3>
      {past.length === 0 ? <p className="small muted">{t('app.notices-none')}</p> : null}
      <ul className="stack-2">
        {past.map((notice) => (
          <li key={notice.id}>
            <span className="small muted num">{time(notice.at)}</span>{' '}
            {notice.title === undefined ? null : <b>{notice.title} </b>}
            {notice.text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the header of a phone has no room for: the other language, and the countries. */
function FirstEntries({ onClose }: { onClose: () => void }) {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  const other = LANGUAGES[LANGUAGES.indexOf(language) + 1] ?? LANGUAGES[0];
  return (
    <ul className="menu-list tight">
      <li>
        <button
          type="button"
          lang={other}
          onClick={() => {
            onClose();
            choose(other);
          }}
        >
          <span className="menu-code" aria-hidden="true">
            {other.toUpperCase()}
          </span>
          <span className="grow">{LANGUAGE_NAMES[other]}</span>
        </button>
      </li>
      <li>
        <Link to={countriesPath(true)} onClick={onClose}>
          <Icon name="globe" />
          <span className="grow">{t('app.countries-menu')}</span>
        </Link>
      </li>
    </ul>
  );
}

function AccountMenu({ actions, onClose }: Pick<MenuProps, 'actions' | 'onClose'>) {
  const { t } = useMessages();
  const account = useSession();
  const isAdmin = useCan('manage-users');
  return (
    <Sheet
      title={account === null ? t('app.not-signed-in') : account.displayName}
      {...(account === null ? {} : { detail: account.username })}
      onClose={onClose}
    >
      <FirstEntries onClose={onClose} />
      {actions === undefined ? null : (
        <div className="tight">
          <Entries label={t('menu.page')} entries={actions} onClose={onClose} />
        </div>
      )}
      <SignInEntries onClose={onClose} />
      {isAdmin ? (
        <div className="only-narrow">
          <h3 className="h3">{t('menu.admin')}</h3>
          <AdminEntries onClose={onClose} />
          <h3 className="h3">{t('menu.account')}</h3>
        </div>
      ) : null}
      <AccountEntries onClose={onClose} />
      <LockAndSignOut onClose={onClose} />
      <PastNotices />
      <p className="xs muted">
        {t('app.name')} {buildName()}
      </p>
    </Sheet>
  );
}

/** The account's and the administration's menu, once their sentences are loaded. */
export function HeaderMenu({ menu, actions, onClose }: MenuProps) {
  const { t } = useMessages();
  const sentences = useSentences('first');
  if (sentences !== 'ready') return null;
  if (menu === 'account') return <AccountMenu actions={actions} onClose={onClose} />;
  return (
    <Sheet title={t('menu.admin')} onClose={onClose}>
      <AdminEntries onClose={onClose} />
    </Sheet>
  );
}
