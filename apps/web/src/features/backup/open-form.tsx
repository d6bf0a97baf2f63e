import { type ReactNode, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/surfaces.tsx';
import type { BackupTools } from './backup-tools.ts';
import type { LookedAt } from './opened-file.tsx';
import { type SecretWords, useFileUnits, useOpenFile } from './use-backup-file.ts';

/** The chooser of a backup file, the chosen file's name, and what is wrong with it. */
function FileChoice({
  file,
  disabled,
  wrong,
  onChoose,
}: {
  file: File | null;
  disabled: boolean;
  wrong: string | null;
  onChoose: (file: File | null) => void;
}) {
  const { t } = useMessages();
  const label = t(file === null ? 'backup.choose-file' : 'backup.choose-other');
  return (
    <div>
      <span className="btn btn-2 btn-wide file-choice">
        <Icon name="paper" />
        {label}
        <input
          type="file"
          aria-label={label}
          aria-describedby="backup-file-name"
          disabled={disabled}
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
        />
      </span>
      <p id="backup-file-name" className="backup-name small">
        {file?.name}
      </p>
      {wrong === null ? null : <FieldError id="backup-file-error">{wrong}</FieldError>}
    </div>
  );
}

interface SecretProps {
  value: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * A file and what opens it, secret words or a code. `onOpened` gets the opened file and what it
 * would change here, before anything of it is taken.
 */
export function OpenForm({
  tools,
  lead,
  words,
  given = null,
  secret,
  submit,
  kind,
  onOpened,
}: {
  tools: BackupTools;
  lead: string;
  words: SecretWords;
  /** A file that reached the application; one that the person chooses takes its place. */
  given?: File | null;
  secret: (props: SecretProps) => ReactNode;
  submit: string;
  kind: 'primary' | 'second';
  onOpened: (opened: LookedAt) => void;
}) {
  const { t } = useMessages();
  const { open, share, wrong, forgive } = useOpenFile(tools, words);
  const [chosen, setChosen] = useState<File | null>(null);
  const [typed, setTyped] = useState('');
  const [isLooking, setIsLooking] = useState(false);
  const { look } = useFileUnits();
  const sayFault = useFault();
  const file = chosen ?? given;
  const isBusy = share !== null || isLooking;

  const send = async () => {
    const backup = await open(file, typed);
    if (backup === null) return;
    setIsLooking(true);
    try {
      onOpened({ backup, units: await look(backup) });
    } catch (cause) {
      sayFault(cause);
      setIsLooking(false);
    }
  };
  return (
    <form
      className="backup-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <p>{lead}</p>
      <FileChoice
        file={file}
        disabled={isBusy}
        wrong={wrong?.field === 'file' ? wrong.text : null}
        onChoose={(next) => {
          setChosen(next);
          forgive();
        }}
      />
      {secret({
        value: typed,
        disabled: isBusy,
        error: wrong?.field === 'passphrase' ? wrong.text : undefined,
        onChange: ({ target }) => setTyped(target.value),
      })}
      {share === null ? null : (
        <ProgressBar value={Math.round(share * 100)} max={100} label={t('backup.opening')} />
      )}
      <Button kind={kind} wide type="submit" disabled={isBusy}>
        {isLooking ? t('backup.looking') : isBusy ? t('backup.opening') : submit}
      </Button>
    </form>
  );
}
