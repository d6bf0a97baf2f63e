import { createContext, type ReactNode, use, useEffect, useId, useMemo, useState } from 'react';

/** What a form has that is not stored yet: text that was typed, or that is being saved now. */
type Unstored = 'typed' | 'saving';

interface Unsaved {
  mark(id: string, what: Unstored | null): void;
}

const MarkContext = createContext<Unsaved | null>(null);
const AnyContext = createContext(false);
const SavingContext = createContext(false);

/** Tracks whether any open form has unsaved text, so that nothing interrupts it. */
export function UnsavedProvider({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<ReadonlyMap<string, Unstored>>(new Map());
  const marker = useMemo<Unsaved>(
    () => ({
      mark: (id, what) =>
        setForms((known) => {
          if ((known.get(id) ?? null) === what) return known;
          const next = new Map(known);
          if (what === null) next.delete(id);
          else next.set(id, what);
          return next;
        }),
    }),
    [],
  );
  return (
    <MarkContext value={marker}>
      <AnyContext value={forms.size > 0}>
        <SavingContext value={[...forms.values()].includes('saving')}>{children}</SavingContext>
      </AnyContext>
    </MarkContext>
  );
}

/** Marks the form as unsaved while `unsaved` is true and it is mounted; `saving`: it is being saved now. */
export function useMarkUnsaved(unsaved: boolean, saving = false): void {
  const marker = use(MarkContext);
  const id = useId();
  const what = unsaved ? (saving ? 'saving' : 'typed') : null;
  useEffect(() => {
    marker?.mark(id, what);
    return () => marker?.mark(id, null);
  }, [marker, id, what]);
}

/** Whether any form has unsaved text. */
export function useAnyUnsaved(): boolean {
  return use(AnyContext);
}

/** Whether any form with unsaved text is being saved now. */
export function useAnySaving(): boolean {
  return use(SavingContext);
}
