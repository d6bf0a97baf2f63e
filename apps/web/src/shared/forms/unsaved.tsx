import { createContext, type ReactNode, use, useEffect, useId, useMemo, useState } from 'react';

interface Unsaved {
  mark(id: string, unsaved: boolean): void;
}

const MarkContext = createContext<Unsaved | null>(null);
const AnyContext = createContext(false);

/** Tracks whether any open form has unsaved text, so that nothing interrupts it. */
export function UnsavedProvider({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const marker = useMemo<Unsaved>(
    () => ({
      mark: (id, unsaved) =>
        setIds((known) => {
          if (known.has(id) === unsaved) return known;
          const next = new Set(known);
          if (unsaved) next.add(id);
          else next.delete(id);
          return next;
        }),
    }),
    [],
  );
  return (
    <MarkContext value={marker}>
      <AnyContext value={ids.size > 0}>{children}</AnyContext>
    </MarkContext>
  );
}

/** Marks the form as unsaved while `unsaved` is true and it is mounted. */
export function useMarkUnsaved(unsaved: boolean): void {
  const marker = use(MarkContext);
  const id = useId();
  useEffect(() => {
    marker?.mark(id, unsaved);
    return () => marker?.mark(id, false);
  }, [marker, id, unsaved]);
}

/** Whether any form has unsaved text. */
export function useAnyUnsaved(): boolean {
  return use(AnyContext);
}
