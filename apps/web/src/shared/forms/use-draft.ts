import { useCallback, useEffect, useRef, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';

interface Draft<Values> {
  /** `loading` until the stored draft was looked for; then the form may be shown. */
  state: 'loading' | 'ready';
  /** What was typed before a reload or crash, when there is any. */
  restored: Values | null;
  /** Something typed is kept on this device at this moment. */
  kept: boolean;
  /** Call with everything typed at each change; the device writes at once and lets stale values go. */
  keep(values: Values): void;
  /** Forgets the draft: after a save, or when the person discards it. */
  discard(): Promise<void>;
}

/**
 * Keeps what is typed in a form on this device until it is saved or discarded, for whoever types
 * it. Without the form's name nothing is kept: passwords never are.
 */
export function useDraft<Values extends object>(
  form: string | null,
  isValues: (stored: unknown) => stored is Values,
): Draft<Values> {
  const { drafts } = useDevice();
  const owner = useDraftOwner();
  const formKey = form === null ? null : owner + form;
  const [loaded, setLoaded] = useState<{ restored: Values | null } | null>(null);
  const [kept, setKept] = useState(false);
  const isStoredShape = useRef(isValues);

  useEffect(() => {
    if (formKey === null) return;
    let current = true;
    drafts.load(formKey).then(
      (stored) => {
        if (!current) return;
        const restored = isStoredShape.current(stored) ? stored : null;
        setKept(restored !== null);
        setLoaded({ restored });
      },
      (cause: unknown) => {
        console.warn('The draft of this form could not be read.', cause);
        if (current) setLoaded({ restored: null });
      },
    );
    return () => {
      current = false;
    };
  }, [drafts, formKey]);

  const keep = useCallback(
    (values: Values) => {
      if (formKey === null) return;
      drafts.save(formKey, values).then(
        () => setKept(true),
        (cause: unknown) => {
          console.warn('The draft of this form could not be kept.', cause);
          setKept(false);
        },
      );
    },
    [drafts, formKey],
  );

  const discard = useCallback(async () => {
    if (formKey !== null) await drafts.discard(formKey);
    setKept(false);
  }, [drafts, formKey]);

  return {
    state: loaded === null && formKey !== null ? 'loading' : 'ready',
    restored: loaded?.restored ?? null,
    kept,
    keep,
    discard,
  };
}
