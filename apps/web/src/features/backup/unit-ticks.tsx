import { useMessages } from '../../data/messages.tsx';
import type { UnitHere } from './use-units-here.ts';

/**
 * The units of this device, each with its count of records that exist only here; units without such
 * records cannot be ticked.
 */
export function UnitTicks({
  units,
  isTicked,
  onTick,
}: {
  units: readonly UnitHere[];
  isTicked: (unit: UnitHere) => boolean;
  onTick: (unit: UnitHere, ticked: boolean) => void;
}) {
  const { t } = useMessages();
  return (
    <fieldset className="backup-units">
      <legend className="label">{t('backup.units')}</legend>
      {units.map((unit) => (
        <label key={unit.stakeDB} className="backup-unit">
          <input
            type="checkbox"
            checked={isTicked(unit)}
            disabled={(unit.onlyHere ?? 0) === 0}
            onChange={({ target }) => onTick(unit, target.checked)}
          />
          <span>
            <b>{unit.name}</b>{' '}
            <span className="d">
              {unit.onlyHere === null
                ? t('backup.unit-unread')
                : t('backup.unit-records', { count: unit.onlyHere })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
