import type { UnitLoaded } from '@crece/storage/backup';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { keptPlace } from '../../data/kept-place.ts';
import { useMessages } from '../../data/messages.tsx';
import { SHARED_QUERY, takeSharedFile } from '../../offline/shared-file.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath, listPath } from '../../shared/navigation/paths.ts';
import { TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type BackupTools, REAL_TOOLS } from './backup-tools.ts';
import { LoadedUnits } from './loaded-units.tsx';
import { OpenForm } from './open-form.tsx';
import { type SecretWords, useLoadFile } from './use-backup-file.ts';
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
  const [loaded, setLoaded] = useState<readonly UnitLoaded[] | null>(null);
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
          {loaded === null ? (
            <ReceiveForm tools={tools} wasShared={query.has(SHARED_QUERY)} onLoaded={setLoaded} />
          ) : (
            <LoadedUnits units={loaded} onOther={() => setLoaded(null)} />
          )}
        </Card>
      </div>
    </Page>
  );
}

function ReceiveForm({
  tools,
  wasShared,
  onLoaded,
}: {
  tools: BackupTools;
  wasShared: boolean;
  onLoaded: (units: readonly UnitLoaded[]) => void;
}) {
  const { t } = useMessages();
  const loadFile = useLoadFile();
  const [shared, setShared] = useState<File | null>(null);
  useEffect(() => {
    if (!wasShared) return;
    takeSharedFile().then(setShared, (cause: unknown) =>
      console.warn('The shared file could not be read.', cause),
    );
  }, [wasShared]);
  return (
    <OpenForm
      tools={tools}
      lead={t('hand.receive-lead')}
      words={OF_CODE}
      given={shared}
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
      submit={t('hand.take')}
      kind="primary"
      onOpened={async (backup) => onLoaded(await loadFile(backup))}
    />
  );
}
