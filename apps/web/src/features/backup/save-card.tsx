import type { LocalUnit } from '@crece/storage';
import { MIN_PASSPHRASE_LENGTH } from '@crece/storage/backup';
import { useCallback, useId, useState } from 'react';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePeek } from '../../data/units.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { useFault } from '../../shared/words/fault.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import { type BackupTools, backupFileName } from './backup-tools.ts';
import { checkPassphrase, type PassphraseDraft, passphraseSentence } from './passphrase-rules.ts';
import type { UnitHere, UnitsHere } from './use-units-here.ts';

/** Whether a unit has something for the file. */
const isSavable = ({ onlyHere }: UnitHere, isAll: boolean): boolean =>
  onlyHere !== null && (isAll || onlyHere > 0);

/**
 * The units of this device, each with its count of records that exist only here; units without
 * something for the file cannot be ticked.
 */
function UnitTicks({
  units,
  isAll,
  isTicked,
  onTick,
}: {
  units: readonly UnitHere[];
  isAll: boolean;
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
            disabled={!isSavable(unit, isAll)}
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

/** A server that was put back from an older backup lacks what it had acknowledged since. */
function AllTick({ isAll, onAll }: { isAll: boolean; onAll: (isAll: boolean) => void }) {
  const { t } = useMessages();
  const id = useId();
  return (
    <label className="backup-unit">
      <input
        type="checkbox"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        checked={isAll}
        onChange={({ target }) => onAll(target.checked)}
      />
      <span>
        <b id={id}>{t('backup.all')}</b>{' '}
        <span id={`${id}-hint`} className="d">
          {t('backup.all-hint')}
        </span>
      </span>
    </label>
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
  const [isAll, setAll] = useState(false);
  const [unticked, setUnticked] = useState<ReadonlySet<string> | null>(null);
  if (here === null) return <p role="status">{t('backup.units-loading')}</p>;
  const { units, closed } = here;
  // "Nothing to save" is certain only when every unit of this device was checked.
  const isNothing = closed === 0 && units.every(({ onlyHere }) => onlyHere === 0);
  const savable = units.filter((unit) => isSavable(unit, isAll));
  const isOnlyHere = savable.some(({ stakeDB }) => stakeDB === only);
  const left =
    unticked ??
    new Set(
      isOnlyHere ? savable.map(({ stakeDB }) => stakeDB).filter((stakeDB) => stakeDB !== only) : [],
    );
  const picked = savable.filter(({ stakeDB }) => !left.has(stakeDB));
  return (
    <>
      {isNothing && !isAll ? (
        <IconNote className="backup-note" icon="check" large>
          <b>{t('backup.nothing-title')}</b> <br />
          {t('backup.nothing')}
        </IconNote>
      ) : null}
      {units.length === 0 || (isNothing && !isAll) ? null : (
        <UnitTicks
          units={units}
          isAll={isAll}
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
      {units.length === 0 ? null : <AllTick isAll={isAll} onAll={setAll} />}
      {savable.length === 0 ? null : (
        <SaveForm tools={tools} picked={picked} isAll={isAll} onMade={onMade} />
      )}
    </>
  );
}

function SaveForm({
  tools,
  picked,
  isAll,
  onMade,
}: {
  tools: BackupTools;
  picked: readonly UnitHere[];
  isAll: boolean;
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
  const isNone = isAll ? picked.length === 0 : total === 0;

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
      const options = { now, isAll, onProgress: setDone };
      const answer = await tools.makeBackup(stakes, passphrase, options);
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
      <IconNote className="backup-note" icon="warning" large>
        <b>{t('backup.warning-title')}</b> <br />
        {t('backup.warning')}
      </IconNote>
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
          {isAll ? null : <ProgressBar value={done} max={total} label={t('backup.save-title')} />}
          <p role="status">
            {isAll ? t('backup.making-all', { done }) : t('backup.making', { done, total })}
          </p>
        </>
      ) : null}
      <Button kind="primary" wide type="submit" disabled={form.saving || isNone}>
        {form.saving
          ? t('common.saving')
          : isAll || isNone
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
