import { memo } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Shows the children of one ward, or of all: then a phone draws it as a pin. */
export const WardSelect = memo(function WardSelect({
  wards,
  ward,
  onWard,
}: {
  wards: readonly string[];
  /** Empty for all wards. */
  ward: string;
  onWard: (ward: string) => void;
}) {
  const { t } = useMessages();
  return (
    <div className={ward === '' ? 'select-box ward ward-all' : 'select-box ward'}>
      <select
        className="select"
        aria-label={t('children.ward')}
        value={ward}
        onChange={(event) => onWard(event.target.value)}
      >
        <option value="">{t('children.all-wards')}</option>
        {wards.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Icon name="pin" className="ward-pin" />
      <Icon name="open" />
    </div>
  );
});
