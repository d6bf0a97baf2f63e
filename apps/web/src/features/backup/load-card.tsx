import type { UnitLoaded } from '@crece/storage/backup';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card } from '../../ui/surfaces.tsx';
import type { BackupTools } from './backup-tools.ts';
import { LoadedUnits } from './loaded-units.tsx';
import { OpenForm } from './open-form.tsx';
import { type LookedAt, OpenedFile } from './opened-file.tsx';
import type { SecretWords } from './use-backup-file.ts';

const OF_SECRET_WORDS: SecretWords = {
  required: 'backup.passphrase-required',
  'passphrase-too-short': 'backup.refused.passphrase-too-short',
  'wrong-passphrase-or-damaged': 'backup.refused.wrong-passphrase-or-damaged',
};

type Stage =
  | { at: 'file' }
  | { at: 'opened'; opened: LookedAt }
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
          onOpened={(opened) => setStage({ at: 'opened', opened })}
        />
      ) : null}
      {stage.at === 'opened' ? (
        <OpenedFile
          opened={stage.opened}
          take="backup.load"
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
