import type { Backup, UnitLoaded } from '@crece/storage/backup';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Button } from '../../ui/controls.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import type { BackupTools } from './backup-tools.ts';
import { FileChoice } from './file-choice.tsx';
import { LoadedUnits } from './loaded-units.tsx';
import { useLoadFile, useOpenFile } from './use-backup-file.ts';
import { useUnitNames } from './use-unit-names.ts';

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
  const { open, share, wrong, forgive } = useOpenFile(tools);

  const openFile = async () => {
    const backup = await open(file, passphrase);
    if (backup !== null) onOpened(backup);
  };
  const isBusy = share !== null;
  return (
    <form
      className="backup-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void openFile();
      }}
    >
      <p>{t('backup.load-lead')}</p>
      <FileChoice
        file={file}
        disabled={isBusy}
        wrong={wrong?.field === 'file' ? wrong.text : null}
        onChoose={(chosen) => {
          setFile(chosen);
          forgive();
        }}
      />
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
  const loadFile = useLoadFile();
  const sayFault = useFault();
  const nameOf = useUnitNames(backup.units);
  const [isBusy, setIsBusy] = useState(false);
  const count = backup.units.reduce((sum, { records }) => sum + records, 0);

  const load = async () => {
    setIsBusy(true);
    try {
      onLoaded(await loadFile(backup));
    } catch (cause) {
      sayFault(cause);
      setIsBusy(false);
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
