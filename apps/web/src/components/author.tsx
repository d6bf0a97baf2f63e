import type { Author } from '@crece/storage';
import { createContext, type ReactNode, use, useCallback, useId, useMemo, useState } from 'react';
import { useDevice } from '../data/device.tsx';
import { useMessages } from '../data/messages.tsx';
import { useSession } from '../data/session.tsx';
import { Button } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';

interface Authors {
  /** Who writes: asked for the first time on this device; `null` when the person would not say. */
  askAuthor(): Promise<Author | null>;
  /** Lets the person mend the name kept on this device. */
  changeName(): void;
}

const AuthorContext = createContext<Authors | null>(null);

/** Knows who makes the records: the signed-in user, else the name entered once on this device. */
export function AuthorProvider({ children }: { children: ReactNode }) {
  const device = useDevice();
  const session = useSession();
  const [answer, setAnswer] = useState<((author: Author | null) => void) | null>(null);

  const askAuthor = useCallback((): Promise<Author | null> => {
    const name = session?.displayName ?? device.getSetting('screenerName');
    if (name !== undefined && name !== '') return Promise.resolve({ name });
    return new Promise((resolve) => setAnswer(() => resolve));
  }, [device, session]);

  const changeName = useCallback(() => setAnswer(() => () => undefined), []);
  const authors = useMemo(() => ({ askAuthor, changeName }), [askAuthor, changeName]);
  const finish = (author: Author | null) => {
    setAnswer(null);
    answer?.(author);
  };
  return (
    <AuthorContext value={authors}>
      {children}
      {answer === null ? null : (
        <NameDialog
          known={device.getSetting('screenerName') ?? ''}
          onCancel={() => finish(null)}
          onName={(name) => {
            device.setSetting('screenerName', name).then(
              () => finish({ name }),
              (cause: unknown) => {
                console.warn('The name could not be kept on this device.', cause);
                finish({ name });
              },
            );
          }}
        />
      )}
    </AuthorContext>
  );
}

function NameDialog({
  known,
  onName,
  onCancel,
}: {
  known: string;
  onName: (name: string) => void;
  onCancel: () => void;
}) {
  const { t } = useMessages();
  const formId = useId();
  const [name, setName] = useState(known);
  const [tried, setTried] = useState(false);
  const missing = name.trim() === '';
  return (
    <Dialog
      title={t('app.author-title')}
      onClose={onCancel}
      actions={
        <>
          <Button kind="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={formId}>
            {t('app.author-save')}
          </Button>
        </>
      }
    >
      <p>{t('app.author-body')}</p>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may stand inside another form's page: its submit is not that form's.
          event.stopPropagation();
          setTried(true);
          if (!missing) onName(name.trim());
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
    </Dialog>
  );
}

/** `const { askAuthor } = useAuthor()` in the act of saving. */
export function useAuthor(): Authors {
  const authors = use(AuthorContext);
  if (authors === null) throw new Error('useAuthor outside of AuthorProvider');
  return authors;
}
