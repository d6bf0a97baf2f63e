import type { UnitLoaded } from '@crece/storage/backup';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { SHARED_QUERY, takeSharedFile } from '../../offline/shared-file.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath, listPath } from '../../shared/navigation/paths.ts';
import { useFault } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import { type BackupTools, REAL_TOOLS } from './backup-tools.ts';
import { FileChoice } from './file-choice.tsx';
import { LoadedUnits } from './loaded-units.tsx';
import { type SecretWords, useLoadFile, useOpenFile } from './use-backup-file.ts';
import { useUnitsHere } from './use-units-here.ts';
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
  const here = useUnitsHere(0);
  const unit = here?.units.find(({ stakeDB }) => stakeDB === query.get('stakeDB'));
  const back =
    unit === undefined
      ? homePath()
      : listPath({ stakeDB: unit.stakeDB, stakeName: unit.name, countryName: unit.country });
  const [loaded, setLoaded] = useState<readonly UnitLoaded[] | null>(null);
  return (
    <Page title={t('hand.receive-title')} back={back} width="read">
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
  const sayFault = useFault();
  const loadFile = useLoadFile();
  const { open, share, wrong, forgive } = useOpenFile(tools, OF_CODE);
  const [file, setFile] = useState<File | null>(null);
  const [code, setCode] = useState('');
  const [isLoading, setIsLoading] = useState(false);
  useEffect(() => {
    if (!wasShared) return;
    takeSharedFile().then(
      // A file that the person has chosen meanwhile stays.
      (shared) => setFile((chosen) => chosen ?? shared),
      (cause: unknown) => console.warn('The shared file could not be read.', cause),
    );
  }, [wasShared]);

  const isBusy = share !== null || isLoading;
  const take = async () => {
    const backup = await open(file, code);
    if (backup === null) return;
    setIsLoading(true);
    try {
      onLoaded(await loadFile(backup));
    } catch (cause) {
      sayFault(cause);
      setIsLoading(false);
    }
  };
  return (
    <form
      className="backup-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void take();
      }}
    >
      <p>{t('hand.receive-lead')}</p>
      <FileChoice
        file={file}
        disabled={isBusy}
        wrong={wrong?.field === 'file' ? wrong.text : null}
        onChoose={(chosen) => {
          setFile(chosen);
          forgive();
        }}
      />
      <TextField
        label={t('hand.receive-code')}
        hint={t('hand.receive-code-hint')}
        value={code}
        disabled={isBusy}
        inputMode="numeric"
        enterKeyHint="done"
        autoCapitalize="none"
        spellCheck={false}
        error={wrong?.field === 'passphrase' ? wrong.text : undefined}
        onChange={({ target }) => setCode(target.value)}
      />
      {share === null ? null : (
        <ProgressBar value={Math.round(share * 100)} max={100} label={t('backup.opening')} />
      )}
      <Button kind="primary" wide type="submit" disabled={isBusy}>
        {t(isLoading ? 'backup.loading' : isBusy ? 'backup.opening' : 'hand.take')}
      </Button>
    </form>
  );
}
