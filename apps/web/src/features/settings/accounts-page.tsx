import { SOCIAL_ERRORS, type SocialError, type UserBody } from '@crece/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { linkAddress, unlinkAccount } from '../../api/accounts.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useConfirmOwner } from './confirm-owner.tsx';
import { SettingsPage } from './settings-frame.tsx';

type Bare<Code> = Code extends `social-${infer Rest}` ? Rest : never;

const isSocialError = (code: string): code is SocialError =>
  SOCIAL_ERRORS.some((known) => known === code);

/** The sentence for an error of a provider; the code from an address can be any text. */
function socialErrorKey(code: string): `accounts.err-${Bare<SocialError>}` {
  const known = isSocialError(code) ? code : 'social-failed';
  // Every code begins with this prefix, which the types cannot remove by themselves.
  return `accounts.err-${known.slice('social-'.length) as Bare<SocialError>}`;
}

interface Provider {
  id: string;
  name: string;
  isOffered: boolean;
  linkedAs: string | null;
}

/** The offered providers, and linked ones that are no longer offered. */
function providersOf(user: UserBody, offered: readonly { id: string; name: string }[]): Provider[] {
  const linked = user.additionalProvidersData;
  const names = new Map(offered.map(({ id, name }) => [id, name]));
  const ids = new Set([...names.keys(), ...Object.keys(linked)]);
  return [...ids].map((id) => ({
    id,
    name: names.get(id) ?? id,
    isOffered: names.has(id),
    linkedAs: linked[id]?.email ?? linked[id]?.displayName ?? null,
  }));
}

/** Reports once how the linking at the provider ended, and removes the result from the address. */
function useReturn(providers: readonly Provider[]): void {
  const { t } = useMessages();
  const { notify, complain } = useNotices();
  const [query, setQuery] = useSearchParams();
  const linked = query.get('linked');
  const err = query.get('err');
  const say = useEffectEvent((provider: string | null, problem: string | null) => {
    const name = providers.find(({ id }) => id === provider)?.name ?? provider;
    if (name !== null) notify({ text: t('settings.social-was-linked', { provider: name }) });
    if (problem !== null) {
      complain({ title: t('settings.social-link-failed'), text: t(socialErrorKey(problem)) });
    }
    setQuery({}, { replace: true });
  });
  useEffect(() => {
    if (linked !== null || err !== null) say(linked, err);
  }, [linked, err]);
}

/** `/settings/accounts`: linking and removing social accounts. */
export function SocialAccountsPage() {
  const { t } = useMessages();
  const { user } = useSignIn();
  if (user === null) return null;
  return (
    <SettingsPage section="accounts" title={t('settings.social-title')} needsServer>
      <SocialAccounts user={user} />
    </SettingsPage>
  );
}

function SocialAccounts({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const { providers: offered } = useConfig();
  const providers = providersOf(user, offered);
  useReturn(providers);
  if (providers.length === 0) {
    return (
      <Blank picture="nobody" title={t('settings.social-none-title')}>
        {t('settings.social-none')}
      </Blank>
    );
  }
  // The server refuses it too; this page says so before the attempt.
  const linked = providers.filter(({ linkedAs }) => linkedAs !== null);
  const isOnlyWay = !user.hasPassword && linked.length === 1;
  return (
    <>
      <p className="settings-lead">{t('settings.social-text')}</p>
      <Card>
        <ul>
          {providers.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} isOnlyWay={isOnlyWay} />
          ))}
        </ul>
      </Card>
      {isOnlyWay ? (
        <>
          <p className="plain-note">
            <Icon name="info" small />
            <span>{t('accounts.last-sign-in')}</span>
          </p>
          <ButtonLink to={ACCOUNT_PATHS.password}>{t('settings.social-set-password')}</ButtonLink>
        </>
      ) : null}
    </>
  );
}

function ProviderRow({ provider, isOnlyWay }: { provider: Provider; isOnlyWay: boolean }) {
  const { t } = useMessages();
  const { userChanged } = useSignIn();
  const { confirm } = useAsk();
  const { notify } = useNotices();
  const refused = useRefusal();
  const { confirmed, dialog } = useConfirmOwner();
  const [isBusy, setBusy] = useState(false);
  const { id, name, isOffered, linkedAs } = provider;

  const act = async (title: string, call: () => Promise<void>) => {
    setBusy(true);
    try {
      await call();
    } catch (cause) {
      refused(cause, { title });
    } finally {
      setBusy(false);
    }
  };
  const link = () =>
    act(t('settings.social-link-failed'), async () => {
      const address = await confirmed((password) =>
        linkAddress(id, ACCOUNT_PATHS.accounts, password),
      );
      if (address !== null) window.location.assign(address);
    });
  const unlink = async () => {
    const sure = await confirm({
      title: t('settings.social-unlink-question', { provider: name }),
      body: t('settings.social-unlink-what'),
      yes: t('settings.social-unlink'),
      danger: true,
    });
    if (!sure) return;
    await act(t('settings.social-remove-failed'), async () => {
      const changed = await confirmed((password) => unlinkAccount(id, password));
      if (changed === null) return;
      userChanged(changed);
      notify({ text: t('settings.social-unlinked', { provider: name }) });
    });
  };

  return (
    <li className="person-row">
      {dialog}
      <span className="avatar" aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="grow">
        <b>{name}</b>
        <br />
        <span className="small muted">
          {linkedAs === null
            ? t('settings.social-not-linked')
            : t('settings.social-linked', { name: linkedAs })}
          {isOffered ? null : `. ${t('settings.social-gone')}`}
        </span>
      </span>
      {linkedAs === null ? (
        <Button
          small
          disabled={isBusy}
          aria-label={t('settings.social-link-name', { provider: name })}
          onClick={() => void link()}
        >
          {t('settings.social-link')}
        </Button>
      ) : (
        <Button
          kind="danger"
          small
          disabled={isBusy || isOnlyWay}
          aria-label={t('settings.social-unlink-name', { provider: name })}
          onClick={() => void unlink()}
        >
          {t('settings.social-unlink')}
        </Button>
      )}
    </li>
  );
}
