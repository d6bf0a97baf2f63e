import { isLanguage, LANGUAGES } from '@crece/messages';
import { Link } from 'react-router';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSession, useSignIn } from '../../data/session.tsx';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { FormerCard } from './former-card.tsx';
import { InstallLine } from './install-line.tsx';
import { PeopleCard } from './people-card.tsx';
import { PinCard } from './pin-card.tsx';
import { SettingsPage } from './settings-frame.tsx';
import { StorageCard } from './storage-card.tsx';

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
  const { t, language, setLanguage } = useMessages();
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
          if (isLanguage(target.value)) setLanguage(target.value);
        }}
      />
    </Card>
  );
}
