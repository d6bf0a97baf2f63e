import { useMessages } from '../../data/messages.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { Card } from '../../ui/surfaces.tsx';
import type { BackupTools } from './backup-tools.ts';
import { FileStages } from './file-stages.tsx';
import { OpenForm } from './open-form.tsx';
import type { SecretWords } from './use-backup-file.ts';

const OF_SECRET_WORDS: SecretWords = {
  required: 'backup.passphrase-required',
  'passphrase-too-short': 'backup.refused.passphrase-too-short',
  'wrong-passphrase-or-damaged': 'backup.refused.wrong-passphrase-or-damaged',
};

/** Opens a backup file, shows its content, and adds it to this device. */
export function LoadCard({ tools, onLoaded }: { tools: BackupTools; onLoaded: () => void }) {
  const { t } = useMessages();
  return (
    <Card title={t('backup.load-title')} className="backup-card">
      <FileStages take="backup.load" onLoaded={onLoaded}>
        {(onOpened) => (
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
            onOpened={onOpened}
          />
        )}
      </FileStages>
    </Card>
  );
}
