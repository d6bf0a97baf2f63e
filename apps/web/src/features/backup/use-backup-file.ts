import type { MessageKey } from '@crece/messages';
import type { LocalUnit } from '@crece/storage';
import {
  type Backup,
  type BackupRefusal,
  type BackupUnitOpener,
  MIN_PASSPHRASE_LENGTH,
  type UnitLoaded,
  type UnitLook,
} from '@crece/storage/backup';
import { useState } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePeek } from '../../data/units.tsx';
import type { BackupTools } from './backup-tools.ts';
import { secretOf } from './hand-over-code.ts';
import { useMayEdit } from './use-units-here.ts';

type ByWords = 'passphrase-too-short' | 'wrong-passphrase-or-damaged';

const isByWords = (code: BackupRefusal): code is ByWords =>
  code === 'passphrase-too-short' || code === 'wrong-passphrase-or-damaged';

/** The sentences about what was typed to open a file: secret words, or a code. */
export type SecretWords = Readonly<Record<'required' | ByWords, MessageKey>>;

const REFUSALS: Readonly<Record<Exclude<BackupRefusal, ByWords>, MessageKey>> = {
  'not-available': 'backup.refused.not-available',
  'not-a-backup': 'backup.refused.not-a-backup',
  'newer-version': 'backup.refused.newer-version',
  damaged: 'backup.refused.damaged',
  cut: 'backup.refused.cut',
};

/** Why a file was not opened, at the field to correct. */
export interface WrongFile {
  readonly field: 'file' | 'passphrase';
  readonly text: string;
}

/**
 * Opens a backup file: `open` returns null when it did not open, and `wrong` says why. `share` is how
 * much of the file was read, 0 to 1; null while nothing is read.
 */
export function useOpenFile(tools: BackupTools, words: SecretWords) {
  const { t } = useMessages();
  const [share, setShare] = useState<number | null>(null);
  const [wrong, setWrong] = useState<WrongFile | null>(null);

  const refuse = (field: WrongFile['field'], text: string) => {
    setWrong({ field, text });
    return null;
  };
  const open = async (file: Blob | null, typed: string): Promise<Backup | null> => {
    if (file === null) return refuse('file', t('backup.file-required'));
    if (typed.trim() === '') return refuse('passphrase', t(words.required));
    setWrong(null);
    setShare(0);
    try {
      let refused: ByWords = 'wrong-passphrase-or-damaged';
      // What reads as a code may be secret words of digits, which count with their blanks.
      for (const secret of new Set([secretOf(typed), typed])) {
        const answer = await tools.openBackup(file, secret, { onProgress: setShare });
        if (answer.ok) return answer.backup;
        if (!isByWords(answer.code)) return refuse('file', t(REFUSALS[answer.code]));
        refused = answer.code;
      }
      return refuse('passphrase', t(words[refused], { min: MIN_PASSPHRASE_LENGTH }));
    } catch (cause) {
      console.error('A backup file could not be read.', cause);
      return refuse('file', t('backup.failed'));
    } finally {
      setShare(null);
    }
  };
  return { open, share, wrong, forgive: () => setWrong(null) };
}

/**
 * An opened file beside the units that the person may edit: what it would change there, and adding
 * its records to them.
 */
export function useFileUnits(): {
  look: (backup: Backup) => Promise<readonly UnitLook[]>;
  load: (backup: Backup) => Promise<readonly UnitLoaded[]>;
} {
  const device = useDevice();
  const peek = usePeek();
  const mayEdit = useMayEdit();
  const withUnits = async <T>(work: (openUnit: BackupUnitOpener) => Promise<T>): Promise<T> => {
    const opened: LocalUnit[] = [];
    try {
      return await work(async (stakeDB) => {
        const place = await findPlace(device, stakeDB, new Date());
        // Of a unit that no list has, no page would show what was loaded: the file keeps it.
        if (place === null || !mayEdit(stakeDB, place)) return null;
        const unit = await peek(stakeDB);
        opened.push(unit);
        await unit.ready();
        return unit;
      });
    } finally {
      await Promise.all(opened.map((unit) => unit.close()));
    }
  };
  return {
    look: (backup) => withUnits((openUnit) => backup.look(openUnit)),
    load: (backup) => withUnits((openUnit) => backup.load(openUnit)),
  };
}
