import { useCallback, useEffect, useRef, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';

interface Draft<Values> {
  /** `loading` until the stored draft was loaded; then the form may be shown. */
  state: 'loading' | 'ready';
  /** The values from before a reload or crash, if any. */
  restored: Values | null;
  /** Whether a draft is stored on this device now. */
  kept: boolean;
  /**
   * Call it with all values at each change; the device writes at once and skips outdated values.
   */
  keep(values: Values): void;
  /** Deletes the draft: after a save, or when the person discards it. */
  discard(): Promise<void>;
}

/**
 * Stores a form's typed values on this device until they are saved or discarded, for the person who
 * typed them. Without the form's key nothing is stored: passwords never are.
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
