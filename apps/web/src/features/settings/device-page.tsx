import { isLanguage, LANGUAGES } from '@crece/messages';
import type { StorageState } from '@crece/storage';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useDevice, useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSession, useSignIn } from '../../data/session.tsx';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { useChooseLanguage } from '../../shared/navigation/choose-language.ts';
import { backupPath } from '../../shared/navigation/waiting-paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import { InstallLine } from './install-line.tsx';
import { PeopleCard } from './people-card.tsx';
import { PinCard } from './pin-card.tsx';
import { SettingsPage } from './settings-frame.tsx';

/** Used and free storage, and whether the browser has promised to keep it. */
function StorageCard() {
  const { t, language } = useMessages();
  const device = useDevice();
  const [state, setState] = useState<StorageState | null>(null);
  const [wasRefused, setRefused] = useState(false);
  const read = useCallback(() => {
    device.storageState().then(setState, (cause: unknown) => {
      console.warn('The browser does not tell the state of its storage.', cause);
    });
  }, [device]);
  useEffect(read, [read]);
  if (state === null) return null;

  const { usage, quota, low, persisted } = state;
  const ask = async () => {
    setRefused(!(await device.requestPersistence()));
    read();
  };
  return (
    <Card title={t('lock.storage-title')}>
      <div className="stack-2">
        <p>{t('lock.storage-units', { count: device.unitsOpened().length })}</p>
        {usage === null ? (
          <p className="muted">{t('lock.storage-unknown')}</p>
        ) : quota === null ? (
          <p>{t('lock.storage-used-alone', { used: bytesText(usage, language) })}</p>
        ) : (
          <Used
            used={usage}
            quota={quota}
            text={t('lock.storage-used', {
              used: bytesText(usage, language),
              quota: bytesText(quota, language),
            })}
          />
        )}
        {low ? (
          <IconNote className="plain-note" icon="warning">
            {t('lock.storage-low')}
          </IconNote>
        ) : null}
        <p className="small muted">
          {t(persisted ? 'lock.storage-persisted' : 'lock.storage-not-persisted')}
        </p>
      </div>
      {persisted ? null : (
        <div className="card-actions">
          <Button onClick={() => void ask()}>{t('lock.storage-ask')}</Button>
        </div>
      )}
      {wasRefused ? (
        <p className="hint" role="status">
          {t('lock.storage-refused')}
        </p>
      ) : null}
    </Card>
  );
}

function Used({ used, quota, text }: { used: number; quota: number; text: string }) {
  return (
    <>
      <ProgressBar value={Math.round(used)} max={Math.round(quota)} label={text} />
      <p>{text}</p>
    </>
  );
}

/** Names what an early version of the application left on this device; nothing without it. */
function FormerCard() {
  const { t } = useMessages();
  const [units, setUnits] = useState(0);
  useEffect(() => {
    const read = async () => {
      const { formerUnits } = await import('@crece/storage/backup');
      setUnits((await formerUnits()).length);
    };
    read().catch((cause: unknown) => {
      console.warn('Whether an early version left anything is not known.', cause);
    });
  }, []);
  if (units === 0) return null;
  return (
    <Card title={t('lock.former-title')}>
      <p>{t('lock.former', { count: units })}</p>
      <div className="card-actions">
        <ButtonLink to={backupPath()}>{t('lock.former-open')}</ButtonLink>
      </div>
    </Card>
  );
}

/** `/settings/device`: names, PINs, language and storage of this phone; works offline. */
export function DevicePage() {
  const { t } = useMessages();
  return (
    <SettingsPage section="device" title={t('lock.device-title')}>
      <NameCard />
      <PinCard />
      <PeopleCard />
      <LanguageCard />
      <InstallLine />
      <StorageCard />
      <FormerCard />
      <Link className="lrow privacy-link" to={ACCOUNT_PATHS.privacy}>
        <Icon name="info" />
        <span className="grow">{t('menu.privacy')}</span>
        <Icon name="next" className="chev" />
      </Link>
    </SettingsPage>
  );
}

/** The name with which new records are saved. */
function NameCard() {
  const { t } = useMessages();
  const account = useSession();
  const { isServerSession } = useSignIn();
  const { changeName } = useAuthor();
  const [name] = useSetting('screenerName');
  if (account !== null) {
    return (
      <Card title={t('lock.name-title')}>
        <p>{t('lock.name-account', { name: account.displayName })}</p>
        {isServerSession ? (
          <div className="card-actions">
            <ButtonLink to={ACCOUNT_PATHS.profile}>{t('lock.name-change')}</ButtonLink>
          </div>
        ) : null}
      </Card>
    );
  }
  return (
    <Card title={t('lock.name-title')}>
      <p>{name === undefined ? t('lock.name-none') : t('lock.name-guest', { name })}</p>
      <div className="card-actions">
        <Button onClick={changeName}>
          {t(name === undefined ? 'lock.name-set' : 'lock.name-edit')}
        </Button>
      </div>
    </Card>
  );
}

/** The languages, each with its own name. */
function LanguageCard() {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  const nameOf = (code: string) => {
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
  return (
    <Card title={t('lock.language-title')}>
      <SegmentedControl
        label={t('lock.language-title')}
        hideLabel
        value={language}
        options={LANGUAGES.map((code) => ({ value: code, label: nameOf(code) }))}
        onChange={({ target }) => {
          if (isLanguage(target.value)) choose(target.value);
        }}
      />
    </Card>
  );
}
