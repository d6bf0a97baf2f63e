import type { Language } from '@crece/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSetting } from '../data/device.tsx';
import { useMessages } from '../data/messages.tsx';
import { useSession } from '../data/session.tsx';
import { useAuthor } from './author.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { usePastNotices } from './notices.tsx';
import { countriesPath } from './paths.ts';

/** What every header ends with: language, countries, and the account with past notices. */
export function HeaderTools() {
  const { t, language, setLanguage } = useMessages();
  const account = useSession();
  const [open, setOpen] = useState(false);
  const other: Language = language === 'en' ? 'es' : 'en';
  return (
    <>
      <button type="button" className="ib" lang={other} onClick={() => setLanguage(other)}>
        <span aria-hidden="true">{t('app.language-switch-short')}</span>
        <span className="vh">{t('app.language-switch')}</span>
      </button>
      <Link className="ib" to={countriesPath(true)} aria-label={t('app.countries-menu')}>
        <Icon name="globe" />
      </Link>
      <button
        type="button"
        className="ib"
        aria-haspopup="dialog"
        aria-label={
          account === null ? t('app.account-menu') : t('app.account', { name: account.displayName })
        }
        onClick={() => setOpen(true)}
      >
        {account === null ? (
          <Icon name="person" />
        ) : (
          <span className="avatar">{initialsOf(account.displayName)}</span>
        )}
      </button>
      {open ? <AccountSheet onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');
}

function AccountSheet({ onClose }: { onClose: () => void }) {
  const { t, time } = useMessages();
  const account = useSession();
  const past = usePastNotices();
  const { changeName } = useAuthor();
  const [screenerName] = useSetting('screenerName');
  return (
    <Dialog
      title={account === null ? t('app.not-signed-in') : account.displayName}
      onClose={onClose}
      actions={
        <button type="button" className="btn btn-1" onClick={onClose}>
          {t('common.close')}
        </button>
      }
    >
      {account === null && screenerName !== undefined ? (
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
      ) : null}
      <h3 className="h3">{t('app.notices')}</h3>
      {past.length === 0 ? <p>{t('app.notices-none')}</p> : null}
      <ul className="stack-2">
        {past.map((notice) => (
          <li key={notice.id}>
            <span className="small muted num">{time(notice.at)}</span>{' '}
            {notice.title === undefined ? null : <b>{notice.title} </b>}
            {notice.text}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
