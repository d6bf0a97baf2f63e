import { MAX_UPLOAD_BYTES } from '@crece/contract';
import { type DragEvent, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { FieldError } from '../../ui/field-parts.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The limit as a round number: 200 MB, slightly less than the real limit. */
const SAID_BYTES = Math.floor(MAX_UPLOAD_BYTES / 1e8) * 1e8;

/** Area where a file is chosen, or dropped with a mouse. */
export function ChooseCard({
  disabled,
  onFile,
}: {
  disabled: boolean;
  onFile: (file: File) => void;
}) {
  const { t, language } = useMessages();
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const size = bytesText(SAID_BYTES, language);
  const take = (file: File | undefined) => {
    if (file === undefined || disabled) return;
    setTooLarge(file.size > MAX_UPLOAD_BYTES);
    if (file.size <= MAX_UPLOAD_BYTES) onFile(file);
  };
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault();
    setOver(over && !disabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the button does the same
    <div
      className={`card import-drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <Icon name="table" className="import-drop-icon" />
      <span className="btn btn-1 file-choice">
        <Icon name="up" />
        {t('imports.choose')}
        <input
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          aria-label={t('imports.choose')}
          aria-describedby="import-accepts"
          disabled={disabled}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // Allows the same file to be chosen again after it was corrected.
            target.value = '';
          }}
        />
      </span>
      <p className="small muted import-drop-or">{t('imports.drop')}</p>
      <p className="small muted" id="import-accepts">
        {t('imports.accepts', { size })}
      </p>
      {isTooLarge ? <FieldError>{t('imports.too-large', { size })}</FieldError> : null}
    </div>
  );
}
