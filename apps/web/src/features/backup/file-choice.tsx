import { useMessages } from '../../data/messages.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The chooser of a backup file, the chosen file's name, and what is wrong with it. */
export function FileChoice({
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
