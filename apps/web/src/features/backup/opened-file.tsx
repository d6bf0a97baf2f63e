import type { MessageKey } from '@crece/messages';
import type { Backup, NamedRecord, UnitLoaded, UnitLook } from '@crece/storage/backup';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Button } from '../../ui/controls.tsx';
import { useFileUnits } from './use-backup-file.ts';
import { useUnitNames } from './use-unit-names.ts';

/** Names shown of one kind of records; of more only the number. */
const MAX_NAMES = 20;

/** An opened file, and what it would change here. */
export interface LookedAt {
  readonly backup: Backup;
  readonly units: readonly UnitLook[];
}

/** What an opened file holds compared with what is here, before anything of it is taken. */
export function OpenedFile({
  opened: { backup, units },
  take,
  onOther,
  onLoaded,
}: {
  opened: LookedAt;
  /** The words on the button that takes the records. */
  take: MessageKey;
  onOther: () => void;
  onLoaded: (units: readonly UnitLoaded[]) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const { load } = useFileUnits();
  const sayFault = useFault();
  const { nameOf, whySkipped } = useUnitNames(backup.units);
  const [isBusy, setIsBusy] = useState(false);
  // Those of a unit that is not open here, and those that are here already, have nothing to load.
  const count = units.reduce(
    (sum, { fresh, changed, removed, refused }) =>
      sum + fresh + [...changed, ...removed, ...refused].length,
    0,
  );

  const taken = async () => {
    setIsBusy(true);
    try {
      onLoaded(await load(backup));
    } catch (cause) {
      sayFault(cause);
      setIsBusy(false);
    }
  };
  return (
    <div className="backup-form">
      <p>{t('backup.opened', { when: momentText(messages, backup.madeAt, new Date()) })}</p>
      <ul className="backup-list">
        {units.map((unit) => (
          <li key={unit.stakeDB}>
            <b>{nameOf(unit.stakeDB)}</b> <UnitChanges unit={unit} why={whySkipped(unit.stakeDB)} />
          </li>
        ))}
      </ul>
      <div className="backup-acts">
        {count === 0 ? null : (
          <Button kind="primary" disabled={isBusy} onClick={() => void taken()}>
            {isBusy ? t('backup.loading') : t(take, { count })}
          </Button>
        )}
        <Button kind="quiet" disabled={isBusy} onClick={onOther}>
          {t('backup.choose-other')}
        </Button>
      </div>
    </div>
  );
}

/** `why`: the words that say why nothing of it can be loaded. */
function UnitChanges({ unit, why }: { unit: UnitLook; why: MessageKey }) {
  const { t } = useMessages();
  const { skipped, fresh, changed, removed, alreadyHere, refused } = unit;
  if (skipped) return <span className="d">{t(why)}</span>;
  const isNothing = fresh + changed.length + removed.length + refused.length === 0;
  return (
    <>
      {isNothing ? <span className="d">{t('backup.unit-all-here')}</span> : null}
      {fresh > 0 ? <span className="d">{t('backup.look-new', { count: fresh })}</span> : null}
      <Named words="backup.look-changed" records={changed} />
      <Named words="backup.look-removed" records={removed} />
      {removed.length > 0 ? <span className="d">{t('backup.look-removed-text')}</span> : null}
      {alreadyHere > 0 && !isNothing ? (
        <span className="d">{t('backup.unit-part-here', { count: alreadyHere })}</span>
      ) : null}
      {refused.length > 0 ? (
        <span className="d">{t('backup.look-refused', { count: refused.length })}</span>
      ) : null}
    </>
  );
}

function Named({ words, records }: { words: MessageKey; records: readonly NamedRecord[] }) {
  const { t } = useMessages();
  if (records.length === 0) return null;
  const names = [...new Set(records.map(({ title }) => title || t('waiting.unnamed')))];
  const more = names.length - MAX_NAMES;
  return (
    <span className="d">
      {t(words, { count: records.length })} {names.slice(0, MAX_NAMES).join(', ')}
      {more > 0 ? ` ${t('backup.look-more', { count: more })}` : ''}
    </span>
  );
}
