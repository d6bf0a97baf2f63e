import type { MessageKey } from '@crece/messages';
import type { UnitLoaded } from '@crece/storage/backup';
import { useMessages } from '../../data/messages.tsx';
import { gateWords } from '../../shared/words/refusal-words.ts';
import { Button } from '../../ui/controls.tsx';
import { useUnitNames } from './use-unit-names.ts';

/** The result of loading, unit by unit. */
export function LoadedUnits({
  units,
  onOther,
}: {
  units: readonly UnitLoaded[];
  onOther: () => void;
}) {
  const { t } = useMessages();
  const { nameOf, whySkipped } = useUnitNames(units);
  return (
    <div className="backup-form">
      <div role="status">
        <p className="h3">{t('backup.loaded-title')}</p>
        <ul className="backup-list">
          {units.map((unit) => (
            <li key={unit.stakeDB}>
              <b>{nameOf(unit.stakeDB)}</b>{' '}
              <UnitResult unit={unit} why={whySkipped(unit.stakeDB)} />
            </li>
          ))}
        </ul>
        {units.some(({ removals }) => removals > 0) ? (
          <p className="small">{t('backup.loaded-removals')}</p>
        ) : null}
        {units.some(({ added }) => added > 0) ? (
          <p className="small muted">{t('backup.loaded')}</p>
        ) : null}
      </div>
      <Button onClick={onOther}>{t('backup.load-other')}</Button>
    </div>
  );
}

/** `why`: the words that say why nothing of it was loaded. */
function UnitResult({ unit, why }: { unit: UnitLoaded; why: MessageKey }) {
  const translator = useMessages();
  const { t } = translator;
  if (unit.skipped) return <span className="d">{t(why)}</span>;
  const counts =
    unit.added === 0
      ? [t(unit.alreadyHere > 0 ? 'backup.unit-all-here' : 'backup.unit-none')]
      : [
          t('backup.unit-added', { count: unit.added }),
          ...(unit.alreadyHere === 0
            ? []
            : [t('backup.unit-part-here', { count: unit.alreadyHere })]),
        ];
  if (unit.removals > 0) counts.push(t('backup.unit-removals', { count: unit.removals }));
  return (
    <>
      <span className="d">{counts.join(' · ')}</span>
      {unit.refused.length === 0 ? null : (
        <>
          <span className="d">{t('backup.unit-refused', { count: unit.refused.length })}</span>
          <ul className="backup-refused">
            {unit.refused.map(({ id, codes }) => (
              <li key={id}>
                {codes.map((code) => gateWords(translator, code)).join(' ')}{' '}
                <span className="muted">{id}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
