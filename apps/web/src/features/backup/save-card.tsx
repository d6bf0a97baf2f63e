import type { LocalUnit } from '@crece/storage';
import { MIN_PASSPHRASE_LENGTH } from '@crece/storage/backup';
import { useCallback, useState } from 'react';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePeek } from '../../data/units.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { useFault } from '../../shared/words/fault.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import { type BackupTools, backupFileName } from './backup-tools.ts';
import { checkPassphrase, type PassphraseDraft, passphraseSentence } from './passphrase-rules.ts';
import type { UnitHere, UnitsHere } from './use-units-here.ts';

/**
 * The units of this device, each with its count of records that exist only here; units without such
 * records cannot be ticked.
 */
function UnitTicks({
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

const EMPTY: PassphraseDraft = { passphrase: '', again: '' };

interface Made {
  readonly file: Blob;
  readonly name: string;
  readonly records: number;
}

/** Saves the records that exist only here to a file that only the secret words can open. */
export function SaveCard({
  tools,
  here,
  only,
}: {
  tools: BackupTools;
  /** Null while the records are counted. */
  here: UnitsHere | null;
  /** The unit of the address: only this one is ticked. */
  only: string | null;
}) {
  const { t } = useMessages();
  const [made, setMade] = useState<Made | null>(null);
  if (made !== null) return <MadeCard made={made} />;
  return (
    <Card title={t('backup.save-title')} className="backup-card">
      <LastBackup />
      <WhatToSave tools={tools} here={here} only={only} onMade={setMade} />
    </Card>
  );
}

function LastBackup() {
  const messages = useMessages();
  const { t } = messages;
  const [last] = useSetting('lastBackup');
  return (
    <p className="small muted">
      {last === undefined
        ? t('backup.last-none')
        : t('backup.last', {
            when: momentText(messages, last.at, new Date()),
            count: last.records,
          })}
    </p>
  );
}

function WhatToSave({
  tools,
  here,
  only,
  onMade,
}: {
  tools: BackupTools;
  here: UnitsHere | null;
  only: string | null;
  onMade: (made: Made) => void;
}) {
  const { t } = useMessages();
  const [unticked, setUnticked] = useState<ReadonlySet<string> | null>(null);
  if (here === null) return <p role="status">{t('backup.units-loading')}</p>;
  const { units, closed } = here;
  // "Nothing to save" is certain only when every unit of this device was checked.
  if (closed === 0 && units.every(({ onlyHere }) => onlyHere === 0)) {
    return (
      <p className="backup-note">
        <Icon name="check" />
        <span>
          <b>{t('backup.nothing-title')}</b> <br />
          {t('backup.nothing')}
        </span>
      </p>
    );
  }
  const withRecords = units.filter(({ onlyHere }) => (onlyHere ?? 0) > 0);
  const isOnlyHere = withRecords.some(({ stakeDB }) => stakeDB === only);
  const left =
    unticked ??
    new Set(
      isOnlyHere
        ? withRecords.map(({ stakeDB }) => stakeDB).filter((stakeDB) => stakeDB !== only)
        : [],
    );
  const picked = withRecords.filter(({ stakeDB }) => !left.has(stakeDB));
  return (
    <>
      {units.length === 0 ? null : (
        <UnitTicks
          units={units}
          isTicked={({ stakeDB }) => picked.some((each) => each.stakeDB === stakeDB)}
          onTick={({ stakeDB }, ticked) => {
            const next = new Set(left);
            if (ticked) next.delete(stakeDB);
            else next.add(stakeDB);
            setUnticked(next);
          }}
        />
      )}
      {closed === 0 ? null : (
        <p className="backup-note">
          <Icon name="warning" />
          {t('backup.units-closed', { count: closed })}
        </p>
      )}
      {withRecords.length === 0 ? null : <SaveForm tools={tools} picked={picked} onMade={onMade} />}
    </>
  );
}

function SaveForm({
  tools,
  picked,
  onMade,
}: {
  tools: BackupTools;
  picked: readonly UnitHere[];
  onMade: (made: Made) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const peek = usePeek();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [, keepLast] = useSetting('lastBackup');
  const [done, setDone] = useState(0);
  const form = useCheckedForm<PassphraseDraft, string>({
    formKey: null,
    defaults: EMPTY,
    check: checkPassphrase,
    sentence: useCallback((issue) => passphraseSentence(messages, issue), [messages]),
  });
  const total = picked.reduce((sum, { onlyHere }) => sum + (onlyHere ?? 0), 0);

  const make = async (passphrase: string) => {
    const stakes: LocalUnit[] = [];
    setDone(0);
    try {
      for (const { stakeDB } of picked) {
        const unit = await peek(stakeDB);
        stakes.push(unit);
        await unit.ready();
      }
      const now = new Date();
      const answer = await tools.makeBackup(stakes, passphrase, { now, onProgress: setDone });
      if (!answer.ok) {
        if (answer.code === 'nothing-to-save') notify({ text: t('backup.nothing-to-save') });
        else {
          const message = passphraseSentence(messages, answer);
          form.hook.setError('passphrase', { type: answer.code, message }, { shouldFocus: true });
        }
        return;
      }
      const records = answer.units.reduce((sum, unit) => sum + unit.records, 0);
      const name = backupFileName(now);
      saveFile(answer.file, name);
      keepLast({ at: now.toISOString(), records });
      onMade({ file: answer.file, name, records });
    } catch (cause) {
      sayFault(cause);
    } finally {
      await Promise.all(stakes.map((unit) => unit.close()));
    }
  };

  const showLabel = t('backup.passphrase-show');
  return (
    <form className="backup-form" onSubmit={form.submit(make)} noValidate>
      <p className="backup-note">
        <Icon name="warning" />
        <span>
          <b>{t('backup.warning-title')}</b> <br />
          {t('backup.warning')}
        </span>
      </p>
      <SecretField
        label={t('backup.passphrase')}
        hint={t('backup.passphrase-hint', { min: MIN_PASSPHRASE_LENGTH })}
        showLabel={showLabel}
        {...form.field('passphrase')}
      />
      <SecretField
        label={t('backup.passphrase-again')}
        showLabel={showLabel}
        {...form.field('again')}
      />
      {form.saving ? (
        <>
          <ProgressBar value={done} max={total} label={t('backup.save-title')} />
          <p role="status">{t('backup.making', { done, total })}</p>
        </>
      ) : null}
      <Button kind="primary" wide type="submit" disabled={form.saving || total === 0}>
        {form.saving
          ? t('common.saving')
          : total === 0
            ? t('backup.make-none')
            : t('backup.make', { count: total })}
      </Button>
    </form>
  );
}

function MadeCard({ made: { file, name, records } }: { made: Made }) {
  const { t, language } = useMessages();
  const size = bytesText(file.size, language);
  return (
    <section className="card backup-card" aria-label={t('backup.made-title')}>
      <div role="status">
        <h2 className="h2">{t('backup.made-title')}</h2>
        <p className="backup-name">{t('backup.made', { name, size, count: records })}</p>
        <p className="small muted">{t('backup.made-stays')}</p>
      </div>
      <Button wide icon="down" onClick={() => saveFile(file, name)}>
        {t('backup.save-again')}
      </Button>
    </section>
  );
}
