import { LANGUAGE_NAMES, LANGUAGES } from '@crece/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useCan, useSession, useSignIn } from '../../data/session.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { ACCOUNT_PATHS, useTarget } from './account-paths.ts';
import { useChooseLanguage } from './choose-language.ts';
import type { MenuProps } from './header-menu.tsx';
import { countriesPath } from './paths.ts';

const loadMenu = async () => (await import('./header-menu.tsx')).HeaderMenu;

/**
 * The last buttons of every header: language, countries, administration, and the account. On a phone
 * they are one, "⋮", whose menu begins with the first two; at home and at the sign-in (`isFull`) the
 * language is visible there too.
 */
export function HeaderTools({
  isFull = false,
  actions,
}: {
  isFull?: boolean;
  /** What can be done with the page's record, for the menu. */
  actions?: MenuProps['actions'];
}) {
  const { t } = useMessages();
  const account = useSession();
  const { user, hasEnded } = useSignIn();
  const isAdmin = useCan('manage-users');
  const target = useTarget();
  const [open, setOpen] = useState<MenuProps['menu'] | null>(null);
  const close = () => setOpen(null);
  const look = isFull ? 'ib' : 'ib roomy';
  const name =
    account === null ? t('app.account-menu') : t('app.account', { name: account.displayName });
  return (
    <>
      <LanguageSwitch look={look} />
      <Link className="ib roomy" to={countriesPath(true)} aria-label={t('app.countries-menu')}>
        <Icon name="globe" />
      </Link>
      {hasEnded ? (
        <Link className="net again" to={ACCOUNT_PATHS.signIn} state={target}>
          {t('app.sign-in-again')}
        </Link>
      ) : null}
      {isAdmin ? (
        <button
          type="button"
          className="ib admin-tool"
          aria-haspopup="dialog"
          aria-expanded={open === 'admin'}
          onClick={() => setOpen('admin')}
        >
          {t('app.admin-menu')}
          <Icon name="open" small />
        </button>
      ) : null}
      <button
        type="button"
        className={hasEnded ? 'ib ended' : 'ib'}
        aria-haspopup="dialog"
        aria-expanded={open === 'account'}
        onClick={() => setOpen('account')}
      >
        <span className="vh">{hasEnded ? `${name}. ${t('app.sign-in-again')}` : name}</span>
        {isFull ? null : <Icon name="more" className="tight" />}
        <span className={isFull ? '' : 'roomy'}>
          {account === null ? (
            <Icon name="person" />
          ) : (
            <Avatar
              name={account.displayName}
              picture={account.id === user?.id ? user.profileImageURL : null}
            />
          )}
        </span>
      </button>
      {open === null ? null : (
        <Later load={loadMenu} props={{ menu: open, actions, onClose: close }} onMissing={close} />
      )}
    </>
  );
}

/** Switches to the next language, named in that language. */
export function LanguageSwitch({ look = 'ib' }: { look?: string }) {
  const { language } = useMessages();
  const choose = useChooseLanguage();
  const other = LANGUAGES[LANGUAGES.indexOf(language) + 1] ?? LANGUAGES[0];
  return (
    <button type="button" className={look} lang={other} onClick={() => choose(other)}>
      <span aria-hidden="true">{other.toUpperCase()}</span>
      <span className="vh">{LANGUAGE_NAMES[other]}</span>
    </button>
  );
}
