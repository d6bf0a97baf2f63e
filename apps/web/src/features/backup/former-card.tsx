import {
  backUpFormer,
  type FormerUnit,
  formerUnits,
  openBackup,
  removeFormer,
} from '@crece/storage/backup';
import { useCallback, useEffect, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { useFault } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { backupFileName } from './backup-tools.ts';
import { checkPassphrase, type PassphraseDraft, passphraseSentence } from './passphrase-rules.ts';
import { useFileUnits } from './use-backup-file.ts';

const EMPTY: PassphraseDraft = { passphrase: '', again: '' };

/** The databases that an early build left, and what can be done with them. */
function useFormer(onTaken: () => void) {
  const { t } = useMessages();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [units, setUnits] = useState<readonly FormerUnit[]>([]);
  const [isSaved, setSaved] = useState(false);
  const [taking, setTaking] = useState<'no' | 'now' | 'partly'>('no');
  const { load } = useFileUnits();
  useEffect(() => {
    formerUnits().then(setUnits, (cause: unknown) => {
      console.warn('What an early version left could not be read.', cause);
    });
  }, []);
  const save = async (passphrase: string) => {
    try {
      const now = new Date();
      const made = await backUpFormer(passphrase, now);
      if (!made.ok) return;
      saveFile(made.file, backupFileName(now));
      setSaved(true);
    } catch (cause) {
      sayFault(cause);
    }
  };
  const take = async () => {
    setTaking('now');
    try {
      // Nobody types it: the file lives no longer than this.
      const secret = crypto.randomUUID();
      const made = await backUpFormer(secret, new Date());
      const opened = made.ok ? await openBackup(made.file, secret) : made;
      const loaded = opened.ok ? await load(opened.backup) : [];
      const isWhole =
        loaded.length === units.length &&
        loaded.every(({ skipped, refused }) => !skipped && refused.length === 0);
      if (isWhole) {
        await removeFormer();
        setUnits([]);
        notify({ text: t('backup.former-taken') });
      }
      setTaking(isWhole ? 'no' : 'partly');
      onTaken();
    } catch (cause) {
      setTaking('no');
      sayFault(cause);
    }
  };
  const remove = async () => {
    try {
      await removeFormer();
      setUnits([]);
      notify({ text: t('backup.former-removed') });
    } catch (cause) {
      sayFault(cause);
    }
  };
  return { units, isSaved, taking, save, take, remove };
}

/**
 * Databases that an early build left: brought in, or saved as a backup file, and then removed.
 * `onTaken`: the units have other records now.
 */
export function FormerCard({ onTaken }: { onTaken: () => void }) {
  const messages = useMessages();
  const { t, list } = messages;
  const { units, isSaved, taking, save, take, remove } = useFormer(onTaken);
  const form = useCheckedForm<PassphraseDraft, string>({
    formKey: null,
    defaults: EMPTY,
    check: checkPassphrase,
    sentence: useCallback((issue) => passphraseSentence(messages, issue), [messages]),
  });
  if (units.length === 0) return null;
  const records = units.reduce((sum, unit) => sum + unit.records, 0);
  return (
    <Card title={t('backup.former-title')} className="backup-card">
      <p>
        {t('backup.former', {
          count: records,
          units: list(units.map(({ stakeDB }) => stakeDB)),
        })}
      </p>
      <p role="status">{taking === 'partly' ? t('backup.former-partly') : null}</p>
      <Button kind="primary" wide disabled={taking === 'now'} onClick={() => void take()}>
        {t('backup.former-take')}
      </Button>
      {isSaved ? (
        <>
          <p className="hint">{t('backup.former-saved')}</p>
          <Button kind="danger" wide onClick={() => void remove()}>
            {t('backup.former-remove')}
          </Button>
        </>
      ) : (
        <form className="backup-form" onSubmit={form.submit(save)} noValidate>
          <SecretField
            label={t('backup.passphrase')}
            showLabel={t('backup.passphrase-show')}
            {...form.field('passphrase')}
          />
          <SecretField
            label={t('backup.passphrase-again')}
            showLabel={t('backup.passphrase-show')}
            {...form.field('again')}
          />
          <Button wide type="submit" disabled={form.saving}>
            {t('backup.former-save')}
          </Button>
        </form>
      )}
    </Card>
  );
}
