import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** Props of every field: its label, an optional note to the right of it, hint and error. */
export interface FieldProps {
  label: string;
  /** Next to the label: "optional", or the range. */
  note?: string;
  hint?: string;
  /** The error message; if set, the field is marked as wrong. */
  error?: string | undefined;
}

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  hintId: string;
  errorId: string;
}

/** Ids that connect control, hint and error. */
export function useFieldIds(given: string | undefined, props: FieldProps): FieldIds {
  const own = useId();
  const id = given ?? own;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const parts = [
    props.error === undefined ? '' : errorId,
    props.hint === undefined ? '' : hintId,
  ].filter((part) => part !== '');
  return { id, hintId, errorId, describedBy: parts.length === 0 ? undefined : parts.join(' ') };
}

/** Label text with the note to its right. */
export function LabelText({ label, note }: { label: string; note: string | undefined }) {
  return (
    <>
      <span>{label}</span>
      {note === undefined ? null : <span className="opt">{note}</span>}
    </>
  );
}

/** Hint and error below a control. */
export function FieldNotes({
  ids,
  hint,
  error,
}: { ids: FieldIds } & Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {error === undefined ? null : <FieldError id={ids.errorId}>{error}</FieldError>}
      {hint === undefined ? null : (
        <p className="hint" id={ids.hintId}>
          {hint}
        </p>
      )}
    </>
  );
}

/** An error message with its icon. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon name="warning" small />
      <span>{children}</span>
    </p>
  );
}
