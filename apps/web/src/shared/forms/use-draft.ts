import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';

type Drafts = ReturnType<typeof useDevice>['drafts'];

export interface KeptDraft<Values> {
  /** `loading` until the stored draft was loaded; then the form may be shown. */
  state: 'loading' | 'ready';
  /** The values from before a reload or crash, if any. */
  restored: Values | null;
  /** When the first of those values was typed; null for drafts of older versions. */
  begunAt: string | null;
  /** The record that those values were typed over; null for a new record, and for older drafts. */
  over: object | null;
  /** Whether a draft is stored on this device now. */
  kept: boolean;
  /**
   * Call it with all values at each change, and the record that they are typed over; the device
   * writes at once and skips outdated values.
   */
  keep(values: Values, over?: object): void;
  /**
   * Deletes the draft: after a save, or when the person discards it. Never fails, because the record
   * that was saved stays saved; a draft that could not be deleted is offered again.
   */
  discard(): Promise<void>;
  /**
   * Whether the last values given to `keep` are stored, once that is known; false without any. With
   * `again` they are stored once more where another window has deleted them.
   */
  lastKept(again: boolean): Promise<boolean>;
}

/**
 * Keys, beside the values of a stored draft, of the time at which it was begun, and of the record that it
 * is typed over.
 */
const BEGUN = '_begunAt';
const OVER = '_over';

const NO_KEYS: readonly string[] = [];

/** When a stored draft was begun; null for one of an older version. */
export const begunAtOf = (stored: unknown): string | null => apart(stored).begunAt;

/** A stored draft's values and what lies beside them. */
function apart(stored: unknown): { values: unknown; begunAt: string | null; over: object | null } {
  if (typeof stored !== 'object' || stored === null) {
    return { values: stored, begunAt: null, over: null };
  }
  const { [BEGUN]: begunAt, [OVER]: over, ...values } = stored as Record<string, unknown>;
  return {
    values,
    begunAt: typeof begunAt === 'string' ? begunAt : null,
    over: typeof over === 'object' ? over : null,
  };
}

/** The draft under the first of these keys that has one. */
async function firstDraft(
  drafts: Drafts,
  keys: readonly string[],
): Promise<{ key: string; stored: unknown } | null> {
  for (const key of keys) {
    const stored = await drafts.load(key);
    if (stored !== null) return { key, stored };
  }
  return null;
}

/** Stores a draft under its key and no longer where it was found; whether it is stored. */
async function saveDraft(
  drafts: Drafts,
  key: string,
  stored: object,
  elsewhere: RefObject<string | null>,
): Promise<boolean> {
  try {
    await drafts.save(key, stored);
  } catch (cause) {
    console.warn('The draft of this form could not be kept.', cause);
    return false;
  }
  if (elsewhere.current === null) return true;
  try {
    await drafts.discard(elsewhere.current);
    elsewhere.current = null;
  } catch (cause) {
    // Tried again at the next change; until then the newer one, under its own key, is found first.
    console.warn('The former copy of a draft could not be deleted.', cause);
  }
  return true;
}

/**
 * Stores a form's typed values on this device until they are saved or discarded, for the person who
 * typed them. Without the form's key nothing is stored: passwords never are. `others`: keys under
 * which the form may have been kept before; what is found there is kept under its own key from the
 * first change on.
 */
export function useDraft<Values extends object>(
  form: string | null,
  isValues: (stored: unknown) => stored is Values,
  others: readonly string[] = NO_KEYS,
): KeptDraft<Values> {
  const { drafts } = useDevice();
  const owner = useDraftOwner();
  const formKey = form === null ? null : owner + form;
  const [loaded, setLoaded] = useState<Pick<
    KeptDraft<Values>,
    'restored' | 'begunAt' | 'over'
  > | null>(null);
  const [kept, setKept] = useState(false);
  const isStoredShape = useRef(isValues);
  const begunAt = useRef<string | null>(null);
  const last = useRef(Promise.resolve(false));
  /** What is kept, as it is stored; null: nothing. */
  const now = useRef<object | null>(null);
  const otherKeys = useRef(others.map((each) => owner + each));
  /** Where the draft was found, when not under its own key. */
  const elsewhere = useRef<string | null>(null);

  useEffect(() => {
    if (formKey === null) return;
    let current = true;
    firstDraft(drafts, [formKey, ...otherKeys.current]).then(
      (found) => {
        if (!current) return;
        elsewhere.current = found === null || found.key === formKey ? null : found.key;
        const { values, begunAt: begun, over } = apart(found?.stored ?? null);
        const restored = isStoredShape.current(values) ? values : null;
        begunAt.current = restored === null ? null : begun;
        now.current = restored === null ? null : (found?.stored as object);
        setKept(restored !== null);
        setLoaded({ restored, begunAt: begunAt.current, over });
      },
      (cause: unknown) => {
        console.warn('The draft of this form could not be read.', cause);
        if (current) setLoaded({ restored: null, begunAt: null, over: null });
      },
    );
    return () => {
      current = false;
    };
  }, [drafts, formKey]);

  const store = useCallback(
    (stored: object) => {
      if (formKey === null) return;
      now.current = stored;
      const saving = saveDraft(drafts, formKey, stored, elsewhere);
      last.current = saving;
      // Discarded meanwhile, it is not shown as kept.
      void saving.then((isKept) => last.current === saving && setKept(isKept));
    },
    [drafts, formKey],
  );

  const keep = useCallback(
    (values: Values, over?: object) => {
      begunAt.current ??= new Date().toISOString();
      store({ ...values, [BEGUN]: begunAt.current, [OVER]: over });
    },
    [store],
  );

  // What the browser removed, as when site data is cleared, is kept again for the form that is open.
  useEffect(
    () => drafts.subscribeToLoss(() => now.current !== null && store(now.current)),
    [drafts, store],
  );

  const discard = useCallback(async () => {
    begunAt.current = null;
    now.current = null;
    last.current = Promise.resolve(false);
    if (formKey === null) return;
    try {
      await drafts.discard(formKey);
      if (elsewhere.current !== null) await drafts.discard(elsewhere.current);
      elsewhere.current = null;
      setKept(false);
    } catch (cause) {
      console.warn('The draft of this form could not be deleted.', cause);
    }
  }, [drafts, formKey]);

  const lastKept = useCallback(
    async (again: boolean) => {
      if (!(await last.current)) return false;
      const typed = now.current;
      if (formKey === null || typed === null) return false;
      if ((await drafts.load(formKey)) !== null) return true;
      // Another window with this form open may have saved its own, and the draft of both went.
      return again && saveDraft(drafts, formKey, typed, elsewhere);
    },
    [drafts, formKey],
  );

  return {
    state: loaded === null && formKey !== null ? 'loading' : 'ready',
    restored: loaded?.restored ?? null,
    begunAt: loaded?.begunAt ?? null,
    over: loaded?.over ?? null,
    kept,
    keep,
    discard,
    lastKept,
  };
}
