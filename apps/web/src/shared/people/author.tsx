import type { Author } from '@crece/storage';
import { createContext, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useConfig } from '../../data/config.tsx';
import { useDevice } from '../../data/device.tsx';
import { useRequired } from '../../data/required-context.ts';
import { useSession } from '../../data/session.tsx';
import { Later } from '../../ui/later.tsx';

interface Authors {
  /**
   * The author of a new record: asked for the first time on this device; `null` when the person
   * gave no name. `isEarly`: nothing waits to be saved, so the question can wait too.
   */
  askAuthor(isEarly?: boolean): Promise<Author | null>;
  /** Whether `askAuthor` answers without a question. */
  isKnown(): boolean;
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
  const { settings } = useConfig();
  const [asked, setAsked] = useState<{
    answer: (author: Author | null) => void;
    isEarly?: boolean;
  } | null>(null);

  const knownName = useCallback(
    () => session?.displayName ?? device.getSetting('screenerName') ?? '',
    [device, session],
  );
  const authors = useMemo<Authors>(
    () => ({
      isKnown: () => knownName() !== '',
      askAuthor: (isEarly = false) => {
        const name = knownName();
        if (name !== '') return Promise.resolve({ name, settings });
        return new Promise((answer) => setAsked({ answer, isEarly }));
      },
      changeName: () => setAsked({ answer: () => undefined }),
    }),
    [knownName, settings],
  );
  const finish = (author: Author | null) => {
    setAsked(null);
    asked?.answer(author);
  };
  return (
    <AuthorContext value={authors}>
      {children}
      {asked === null ? null : (
        <Later
          load={loadNameDialog}
          onMissing={() => finish(null)}
          props={{
            known: device.getSetting('screenerName') ?? '',
            isEarly: asked.isEarly === true,
            onCancel: () => finish(null),
            onName: (name) => {
              device.setSetting('screenerName', name).then(
                () => finish({ name, settings }),
                (cause: unknown) => {
                  console.warn('The name could not be kept on this device.', cause);
                  finish({ name, settings });
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
  return useRequired(AuthorContext, 'AuthorProvider');
}
