import type { MessageKey } from '@crece/messages';
import type { LocalUnit } from '@crece/storage';
import {
  type Backup,
  type BackupRefusal,
  MIN_PASSPHRASE_LENGTH,
  type UnitLoaded,
} from '@crece/storage/backup';
import { useState } from 'react';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { usePeek } from '../../data/units.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import type { BackupTools } from './backup-tools.ts';
import { LoadedUnits } from './loaded-units.tsx';
import { useUnitNames } from './use-unit-names.ts';
import { useMayEdit } from './use-units-here.ts';

const REFUSALS: Readonly<Record<BackupRefusal, MessageKey>> = {
  'not-available': 'backup.refused.not-available',
  'passphrase-too-short': 'backup.refused.passphrase-too-short',
  'not-a-backup': 'backup.refused.not-a-backup',
  'newer-version': 'backup.refused.newer-version',
  'wrong-passphrase-or-damaged': 'backup.refused.wrong-passphrase-or-damaged',
  damaged: 'backup.refused.damaged',
  cut: 'backup.refused.cut',
};

type Stage =
  | { at: 'file' }
  | { at: 'opened'; backup: Backup }
  | { at: 'loaded'; units: readonly UnitLoaded[] };

/** Opens a backup file, shows its content, and adds it to this device. */
export function LoadCard({ tools, onLoaded }: { tools: BackupTools; onLoaded: () => void }) {
  const { t } = useMessages();
  const [stage, setStage] = useState<Stage>({ at: 'file' });
  const again = () => setStage({ at: 'file' });
  return (
    <Card title={t('backup.load-title')} className="backup-card">
      {stage.at === 'file' ? (
        <OpenForm tools={tools} onOpened={(backup) => setStage({ at: 'opened', backup })} />
      ) : null}
      {stage.at === 'opened' ? (
        <Opened
          backup={stage.backup}
          onOther={again}
          onLoaded={(units) => {
            setStage({ at: 'loaded', units });
            onLoaded();
          }}
        />
      ) : null}
      {stage.at === 'loaded' ? <LoadedUnits units={stage.units} onOther={again} /> : null}
    </Card>
  );
}

function OpenForm({ tools, onOpened }: { tools: BackupTools; onOpened: (backup: Backup) => void }) {
  const { t } = useMessages();
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const [wrong, setWrong] = useState<{ field: 'file' | 'passphrase'; text: string } | null>(null);

  const open = async () => {
    if (file === null) {
      setWrong({ field: 'file', text: t('backup.file-required') });
      return;
    }
    if (passphrase === '') {
      setWrong({ field: 'passphrase', text: t('backup.passphrase-required') });
      return;
    }
    setWrong(null);
    setShare(0);
    try {
      const answer = await tools.openBackup(file, passphrase, { onProgress: setShare });
      if (answer.ok) {
        onOpened(answer.backup);
        return;
      }
      const isByWords =
        answer.code === 'passphrase-too-short' || answer.code === 'wrong-passphrase-or-damaged';
      setWrong({
        field: isByWords ? 'passphrase' : 'file',
        text: t(REFUSALS[answer.code], { min: MIN_PASSPHRASE_LENGTH }),
      });
    } catch (cause) {
      console.error('A backup file could not be read.', cause);
      setWrong({ field: 'file', text: t('backup.failed') });
    }
    setShare(null);
  };

  const isBusy = share !== null;
  return (
    <form
      className="backup-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void open();
      }}
    >
      <p>{t('backup.load-lead')}</p>
      <div>
        <span className="btn btn-2 btn-wide file-choice">
          <Icon name="paper" />
          {t(file === null ? 'backup.choose-file' : 'backup.choose-other')}
          <input
            type="file"
            aria-label={t(file === null ? 'backup.choose-file' : 'backup.choose-other')}
            aria-describedby="backup-file-name"
            disabled={isBusy}
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              setWrong(null);
            }}
          />
        </span>
        <p id="backup-file-name" className="backup-name small">
          {file?.name}
        </p>
        {wrong?.field === 'file' ? (
          <FieldError id="backup-file-error">{wrong.text}</FieldError>
        ) : null}
      </div>
      <SecretField
        label={t('backup.passphrase')}
        showLabel={t('backup.passphrase-show')}
        value={passphrase}
        disabled={isBusy}
        error={wrong?.field === 'passphrase' ? wrong.text : undefined}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      {share === null ? null : (
        <ProgressBar value={Math.round(share * 100)} max={100} label={t('backup.opening')} />
      )}
      <Button kind="second" wide type="submit" disabled={isBusy}>
        {t(isBusy ? 'backup.opening' : 'backup.open')}
      </Button>
    </form>
  );
}

function Opened({
  backup,
  onOther,
  onLoaded,
}: {
  backup: Backup;
  onOther: () => void;
  onLoaded: (units: readonly UnitLoaded[]) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const device = useDevice();
  const peek = usePeek();
  const mayEdit = useMayEdit();
  const sayFault = useFault();
  const nameOf = useUnitNames(backup.units);
  const [isBusy, setIsBusy] = useState(false);
  const count = backup.units.reduce((sum, { records }) => sum + records, 0);

  const load = async () => {
    const opened: LocalUnit[] = [];
    setIsBusy(true);
    try {
      const units = await backup.load(async (stakeDB) => {
        const place = await findPlace(device, stakeDB, new Date());
        if (place === null || !mayEdit(place)) return null;
        const unit = await peek(stakeDB);
        opened.push(unit);
        await unit.ready();
        return unit;
      });
      onLoaded(units);
    } catch (cause) {
      sayFault(cause);
      setIsBusy(false);
    } finally {
      await Promise.all(opened.map((unit) => unit.close()));
    }
  };
  return (
    <div className="backup-form">
      <p>{t('backup.opened', { when: momentText(messages, backup.madeAt, new Date()) })}</p>
      <ul className="backup-list">
        {backup.units.map(({ stakeDB, records }) => (
          <li key={stakeDB}>
            <b>{nameOf(stakeDB)}</b>{' '}
            <span className="d">{t('backup.opened-unit', { count: records })}</span>
          </li>
        ))}
      </ul>
      <div className="backup-acts">
        <Button kind="primary" disabled={isBusy} onClick={() => void load()}>
          {isBusy ? t('backup.loading') : t('backup.load', { count })}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onOther}>
          {t('backup.choose-other')}
        </Button>
      </div>
    </div>
  );
}
