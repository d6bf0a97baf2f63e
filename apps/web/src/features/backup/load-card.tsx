import type { Backup, UnitLoaded } from '@crece/storage/backup';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Button } from '../../ui/controls.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card } from '../../ui/surfaces.tsx';
import type { BackupTools } from './backup-tools.ts';
import { LoadedUnits } from './loaded-units.tsx';
import { OpenForm } from './open-form.tsx';
import { type SecretWords, useLoadFile } from './use-backup-file.ts';
import { useUnitNames } from './use-unit-names.ts';

const OF_SECRET_WORDS: SecretWords = {
  required: 'backup.passphrase-required',
  'passphrase-too-short': 'backup.refused.passphrase-too-short',
  'wrong-passphrase-or-damaged': 'backup.refused.wrong-passphrase-or-damaged',
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
        <OpenForm
          tools={tools}
          lead={t('backup.load-lead')}
          words={OF_SECRET_WORDS}
          secret={(props) => (
            <SecretField
              {...props}
              label={t('backup.passphrase')}
              showLabel={t('backup.passphrase-show')}
            />
          )}
          submit={t('backup.open')}
          kind="second"
          onOpened={(backup) => setStage({ at: 'opened', backup })}
        />
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
