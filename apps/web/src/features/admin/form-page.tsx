import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { DraftNote, ErrorSummary, SaveButton } from '../../shared/forms/form-parts.tsx';
import type { CheckedForm, Typed } from '../../shared/forms/use-checked-form.ts';
import { Dock } from '../../shared/navigation/page.tsx';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Waiting } from '../../ui/blank.tsx';
import { AdminPage } from './admin-page.tsx';
import { placeRefusal } from './form-refusal.ts';
import { useIssueSentence } from './issue-words.ts';
import { useSayRefusal } from './use-refusal.ts';

const FORM_ID = 'admin-form';

interface FormPageProps<Values extends Typed, Value>
  extends Omit<ComponentProps<typeof AdminPage>, 'dock' | 'width'> {
  form: CheckedForm<Values, Value>;
  /** The name of the field that takes the focus. */
  first: string;
  onSubmit: (event?: { preventDefault(): void }) => void;
  /** What the button says, if not "Save". */
  action?: string;
  /** What stands before the errors: changes that other people made meanwhile. */
  notice?: ReactNode;
  isReadOnly?: boolean;
}

/** The page of a form for an account, a place or the settings. */
export function AdminFormPage<Values extends Typed, Value>({
  form,
  first,
  onSubmit,
  action,
  notice,
  isReadOnly = false,
  children,
  ...page
}: FormPageProps<Values, Value>) {
  const autofocus = useAutofocusField<HTMLFormElement>(first);
  const { submitCount, isSubmitSuccessful } = form.hook.formState;
  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return;
    // The form's library leads to the field that it came to know first, and not to every kind of
    // field; the one that stands first on the page has the last word.
    const timer = setTimeout(() =>
      document.querySelector<HTMLElement>(`#${FORM_ID} [aria-invalid="true"]`)?.focus(),
    );
    return () => clearTimeout(timer);
  }, [submitCount, isSubmitSuccessful]);
  const dock = (
    <Dock>
      <SaveButton form={form} of={FORM_ID} action={action} />
    </Dock>
  );
  return (
    <AdminPage {...page} width="read" dock={isReadOnly ? undefined : dock}>
      {form.ready ? (
        <form id={FORM_ID} ref={autofocus} noValidate onSubmit={onSubmit} className="stack">
          {notice}
          <ErrorSummary problems={form.problems} />
          {children}
          <DraftNote draft={form.draft} />
        </form>
      ) : (
        <Waiting />
      )}
    </AdminPage>
  );
}

/**
 * Returns what makes a form's submit: a refusal of the server is shown at its field, any other under
 * the title `failed`.
 */
export function useFormSubmit<Values extends Typed, Value>(
  form: CheckedForm<Values, Value>,
  failed: string,
) {
  const sayRefusal = useSayRefusal();
  const sentence = useIssueSentence();
  return (save: (value: Value) => Promise<void>) =>
    form.submit(async (value) => {
      try {
        await save(value);
      } catch (cause) {
        if (!placeRefusal(cause, form.hook, sentence)) sayRefusal(cause, failed);
      }
    });
}

/** The state that another person stored meanwhile, read when a save meets it; null: none. */
export function useNewer<State>(read: () => Promise<State>) {
  const [newer, setNewer] = useState<State | null>(null);
  return {
    newer,
    /** Saves; null: somebody was faster. */
    store: async <Stored,>(save: () => Promise<Stored>): Promise<Stored | null> => {
      try {
        return await save();
      } catch (cause) {
        if (!(cause instanceof HttpError && cause.code === 'conflict')) throw cause;
        setNewer(await read());
        return null;
      }
    },
  };
}
