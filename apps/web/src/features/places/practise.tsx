import type { Catalogue } from '@crece/domain';
import { useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { listPath } from '../../shared/navigation/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { practiceUnit } from './practice-unit.ts';

/**
 * Opens the practice unit of the person's country with invented children, who never leave this
 * device: a button for a newcomer, else the last row of the places.
 */
export function Practise({ catalogue, isRow = false }: { catalogue: Catalogue; isRow?: boolean }) {
  const { t } = useMessages();
  const device = useDevice();
  const navigate = useNavigateHere();
  const { complain } = useNotices();
  const [isOpening, setOpening] = useState(false);
  const place = practiceUnit(
    catalogue,
    device.unitsOpened()[0]?.stakeDB,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  if (place === null) return null;
  const open = async () => {
    setOpening(true);
    try {
      // The children are invented by code that a phone fetches when it is first asked for.
      await import('../../data/demonstration.ts');
      await device.setSetting('practiceUnit', place.stakeDB);
      void navigate(listPath(place));
    } catch (cause) {
      console.warn('The invented children could not be made.', cause);
      setOpening(false);
      complain({ title: t('errors.page-missing-title'), text: t('errors.page-missing') });
    }
  };
  return isRow ? (
    <button type="button" className="lrow" disabled={isOpening} onClick={() => void open()}>
      <span className="place-icon">
        <Icon name="heart" />
      </span>
      <span className="grow">
        <span className="t">{t('places.practise-short')}</span>{' '}
        <span className="d">{t('places.practise-text')}</span>
      </span>
      <Icon name="next" className="chev" />
    </button>
  ) : (
    <button
      type="button"
      className="btn btn-soft btn-wide"
      disabled={isOpening}
      onClick={() => void open()}
    >
      <Icon name="info" />
      {t('places.practise')}
    </button>
  );
}
