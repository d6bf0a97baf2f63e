import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { keptPlace } from '../../data/kept-place.ts';
import { useMessages } from '../../data/messages.tsx';
import {
  SHARED_QUERY,
  type SharedFile,
  TOO_LARGE,
  takeSharedFile,
} from '../../offline/shared-file.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath, listPath } from '../../shared/navigation/paths.ts';
import { TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type BackupTools, REAL_TOOLS } from './backup-tools.ts';
import { FileStages } from './file-stages.tsx';
import { OpenForm } from './open-form.tsx';
import type { LookedAt } from './opened-file.tsx';
import type { SecretWords } from './use-backup-file.ts';
import './backup.css';

const OF_CODE: SecretWords = {
  required: 'hand.code-required',
  'passphrase-too-short': 'hand.code-wrong',
  'wrong-passphrase-or-damaged': 'hand.code-wrong',
};

/**
 * /children/receive?stakeDB=: takes over the records that another phone hands over. A file that was
 * shared with the application opens here.
 */
export function ReceivePage({ tools = REAL_TOOLS }: { tools?: BackupTools }) {
  const { t } = useMessages();
  const [query] = useSearchParams();
  const place = keptPlace(useDevice(), query.get('stakeDB') ?? '');
  return (
    <Page
      title={t('hand.receive-title')}
      back={
        place === null ? homePath() : listPath({ ...place.unit, countryName: place.country.name })
      }
      width="read"
    >
      <div className="stack backup">
        <Card className="backup-card">
          <FileStages take="hand.take">
            {(onOpened) => (
              <ReceiveForm tools={tools} shared={query.get(SHARED_QUERY)} onOpened={onOpened} />
            )}
          </FileStages>
        </Card>
      </div>
    </Page>
  );
}

function ReceiveForm({
  tools,
  shared,
  onOpened,
}: {
  tools: BackupTools;
  /** Set when a file was shared with the application: empty, or why it was not kept. */
  shared: string | null;
  onOpened: (opened: LookedAt) => void;
}) {
  const { t } = useMessages();
  const [file, setFile] = useState<SharedFile | null>(null);
  const wasShared = shared !== null;
  useEffect(() => {
    if (!wasShared) return;
    takeSharedFile().then(setFile, (cause: unknown) =>
      console.warn('The shared file could not be read.', cause),
    );
  }, [wasShared]);
  return (
    <>
      {shared === TOO_LARGE ? <p className="backup-note">{t('hand.shared-too-large')}</p> : null}
      {file === null ? null : (
        <p className="backup-note">
          {file.page === null
            ? t('hand.shared-outside')
            : t('hand.shared-page', { page: file.page })}
        </p>
      )}
      <OpenForm
        tools={tools}
        lead={t('hand.receive-lead')}
        words={OF_CODE}
        given={file?.file ?? null}
        secret={(props) => (
          <TextField
            {...props}
            label={t('hand.receive-code')}
            hint={t('hand.receive-code-hint')}
            inputMode="numeric"
            enterKeyHint="done"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        submit={t('hand.open')}
        kind="primary"
        onOpened={onOpened}
      />
    </>
  );
}
