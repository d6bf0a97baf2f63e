import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath, listPath } from '../../shared/navigation/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { type BackupTools, REAL_TOOLS } from './backup-tools.ts';
import { FormerCard } from './former-card.tsx';
import { LoadCard } from './load-card.tsx';
import { SaveCard } from './save-card.tsx';
import { useUnitsHere } from './use-units-here.ts';
import './backup.css';

/**
 * /children/backup?stakeDB=: saves the records that exist only on this device to an encrypted file,
 * and loads such a file.
 */
export function BackupPage({ tools = REAL_TOOLS }: { tools?: BackupTools }) {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const [query] = useSearchParams();
  const [counted, setCounted] = useState(0);
  const here = useUnitsHere(counted);
  const countAgain = () => setCounted((before) => before + 1);
  const only = query.get('stakeDB');
  const unit = here?.units.find(({ stakeDB }) => stakeDB === only);
  const back =
    unit === undefined
      ? homePath()
      : listPath({ stakeDB: unit.stakeDB, stakeName: unit.name, countryName: unit.country });
  return (
    <Page
      title={t('backup.title')}
      {...(unit === undefined ? {} : { subtitle: unit.name })}
      back={back}
      width="read"
    >
      <div className="stack backup">
        <p className="muted">{t('backup.lead')}</p>
        {tools.canEncrypt() ? (
          <>
            <FormerCard onTaken={countAgain} />
            <SaveCard tools={tools} here={here} only={only} />
            <LoadCard tools={tools} onLoaded={countAgain} />
          </>
        ) : (
          <section className="card backup-note" aria-label={t('backup.not-available-title')}>
            <Icon name="warning" />
            <div>
              <h2 className="h2">{t('backup.not-available-title')}</h2>
              <p>
                {t('backup.not-available', {
                  contact: supportContact ?? t('errors.your-administrator'),
                })}
              </p>
            </div>
          </section>
        )}
      </div>
    </Page>
  );
}
