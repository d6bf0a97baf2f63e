import { tidyPersonName } from '@crece/domain';
import { useId, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';

interface NameDialogProps {
  known: string;
  /** Nothing waits to be saved: the question may be put off. */
  isEarly: boolean;
  onName: (name: string) => void;
  onCancel: () => void;
}

/** Asks for the name that is stored in the records of this device. */
export function NameDialog({ known, isEarly, onName, onCancel }: NameDialogProps) {
  const { t } = useMessages();
  const formId = useId();
  const [name, setName] = useState(known);
  const [tried, setTried] = useState(false);
  const seen = tidyPersonName(name);
  const missing = seen === '';
  return (
    <Dialog
      title={t('app.author-title')}
      onClose={onCancel}
      actions={
        <>
          <Button kind="quiet" onClick={onCancel}>
            {t(isEarly ? 'app.author-later' : 'common.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={formId}>
            {t('app.author-save')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('app.author-body')}</p>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // The dialog may be inside another form: its submit must not submit that one.
            event.stopPropagation();
            setTried(true);
            if (!missing) onName(seen);
          }}
        >
          <TextField
            label={t('app.author-name')}
            name="screenerName"
            autoComplete="name"
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={tried && missing ? t('app.author-required') : undefined}
          />
        </form>
      </div>
    </Dialog>
  );
}
