import type { Author } from '@crece/storage';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useSession } from '../../data/session.tsx';
import { Later } from '../../ui/later.tsx';

interface Authors {
  /**
   * The author of a new record: asked for the first time on this device; `null` when the person
   * gave no name.
   */
  askAuthor(): Promise<Author | null>;
  /** Opens the dialog to correct the stored name. */
  changeName(): void;
}

const loadNameDialog = async () => (await import('./name-dialog.tsx')).NameDialog;

const AuthorContext = createContext<Authors | null>(null);

/**
 * Determines the author of records: the signed-in user, else the name entered once on this device.
 */
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
        <Later
          load={loadNameDialog}
          onMissing={() => finish(null)}
          props={{
            known: device.getSetting('screenerName') ?? '',
            onCancel: () => finish(null),
            onName: (name) => {
              device.setSetting('screenerName', name).then(
                () => finish({ name }),
                (cause: unknown) => {
                  console.warn('The name could not be kept on this device.', cause);
                  finish({ name });
                },
              );
            },
          }}
        />
      )}
    </AuthorContext>
  );
}

/** `const { askAuthor } = useAuthor()`, for use when saving. */
export function useAuthor(): Authors {
  const authors = use(AuthorContext);
  if (authors === null) throw new Error('useAuthor outside of AuthorProvider');
  return authors;
}
