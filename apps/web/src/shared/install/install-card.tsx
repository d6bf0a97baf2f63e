import { useMessages } from '../../data/messages.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { Button, IconButton } from '../../ui/controls.tsx';
import { useInstall } from './install.ts';
import './install-card.css';

/** Offers to put Crece on the home screen, by one tap that opens the browser's own question. */
export function InstallCard() {
  const { t } = useMessages();
  const { isInstalled, isOffered, ask, refuse } = useInstall();
  if (isInstalled || !isOffered || ask === null) return null;
  return (
    <section className="card install-card" aria-labelledby="install-title">
      <div className="install-words">
        <span className="install-icon">
          <BrandMark size={28} />
        </span>
        <div className="grow">
          <h2 className="h3" id="install-title">
            {t('install.title')}
          </h2>
          <p className="small muted">{t('install.why')}</p>
        </div>
        <IconButton icon="close" label={t('install.not-now')} onClick={refuse} />
      </div>
      <Button kind="second" icon="add" wide onClick={() => void ask()}>
        {t('install.ask')}
      </Button>
    </section>
  );
}
