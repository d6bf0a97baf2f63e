import { type Catalogue, findUnit } from '@crece/domain';
import type { MissedUnit } from '@crece/storage';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import '../../shared/navigation/vanished-notice.css';

export interface MissedUnitsProps {
  catalogue: Catalogue;
  missed: readonly MissedUnit[];
}

/** On the first page: units whose records the browser or a person removed from this device. */
export function MissedUnits({ catalogue, missed }: MissedUnitsProps) {
  const { t } = useMessages();
  if (useSentences('later') !== 'ready') return null;
  return missed.map(({ stakeDB, pending }) => {
    const { country, unit } = findUnit(catalogue, stakeDB) ?? {};
    const stakeName = unit?.stakeName ?? stakeDB;
    return (
      <div key={stakeDB} className="vanished" role="alert">
        <Icon name="warning" />
        <div className="grow">
          <h2 className="h3">{t('sync.vanished-unit', { unit: stakeName })}</h2>
          <p>
            <b>{t('sync.vanished-lost', { count: pending })}</b>
          </p>
          {country === undefined ? null : (
            <div className="vanished-acts">
              <ButtonLink
                kind="second"
                to={listPath({
                  stakeDB,
                  stakeName,
                  countryName: country.name,
                  countryCode: country.code,
                })}
              >
                {t('sync.vanished-open')}
              </ButtonLink>
            </div>
          )}
        </div>
      </div>
    );
  });
}
