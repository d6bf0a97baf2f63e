import type { Checked, Issue } from '@crece/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useMessages } from '../../data/messages.tsx';
import { useMarkUnsaved } from './unsaved.tsx';
import { useDraft } from './use-draft.ts';

/** What a form types: every field as text, ticks as booleans. */
export type Typed = Record<string, string | boolean>;

interface CheckedFormOptions<Values extends Typed, Value> {
  /** Names the draft: one per form and record, e.g. `screening:chld_…`; `null` keeps none. */
  formKey: string | null;
  defaults: Values;
  /** The domain's check of everything typed. */
  check: (values: Values) => Checked<Value>;
  /** The sentence of an issue in the person's language. */
  sentence: (issue: Issue) => string;
  /** Fields checked on leaving them, when not empty: ranges. The rest waits for the submit. */
  checkOnLeaving?: readonly (keyof Values & string)[];
  /** Fields whose text never goes into the draft: passwords. */
  secrets?: readonly (keyof Values & string)[];
}

export interface FormProblem {
  /** Absent: it belongs to the form as a whole. */
  field?: string;
  sentence: string;
  code: string;
}

export interface CheckedForm<Values extends Typed, Value> {
  /** False while the draft is looked for: show `Waiting`, not the form. */
  ready: boolean;
  /** Spread into a field: `<TextField label="…" {...form.field('firstName')} />`. */
  field(name: keyof Values & string): ReturnType<UseFormReturn<Values>['register']> & {
    error: string | undefined;
  };
  /** Everything wrong after a submit attempt, in the order of the issues. */
  problems: readonly FormProblem[];
  /**
   * For `<form onSubmit>`: checks once, shows what is wrong and tells `refused` of it, else hands
   * over the value.
   */
  submit(
    save: (value: Value, notices: readonly Issue[]) => Promise<void>,
    refused?: (issues: readonly Issue[]) => void,
  ): (event?: { preventDefault(): void }) => void;
  saving: boolean;
  /** Something differs from the defaults. */
  dirty: boolean;
  draft: { kept: boolean; restored: boolean; discard(): Promise<void> };
  /** React Hook Form itself, for `watch`, `setValue` and `getValues`. */
  hook: UseFormReturn<Values>;
}

/** Turns the domain's issues into field errors; one without a field goes to `root`. */
function issuesToErrors(
  issues: readonly Issue[],
  sentence: (issue: Issue) => string,
): Record<string, { type: string; message: string }> {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of issues) {
    const name = issue.field ?? 'root';
    errors[name] ??= { type: issue.code, message: sentence(issue) };
  }
  return errors;
}

/**
 * A range is checked this long after its field was left. An error that appears between press and
 * release moves what is being pressed, and the tap that left the field is lost.
 */
const CHECK_AFTER_LEAVING_MS = 300;

/** Whether a stored draft fits the form; one from before an update may lack fields added since. */
function isTyped<Values extends Typed>(defaults: Values) {
  return (stored: unknown): stored is Partial<Values> =>
    typeof stored === 'object' &&
    stored !== null &&
    Object.entries(defaults).every(([name, value]) => {
      const kept: unknown = Reflect.get(stored, name);
      return kept === undefined || typeof kept === typeof value;
    });
}

function problemsOf<Values extends FieldValues>(errors: FieldErrors<Values>): FormProblem[] {
  return Object.entries(errors).map(([name, error]) => ({
    ...(name === 'root' ? {} : { field: name }),
    sentence: String(error?.message ?? ''),
    code: String(error?.type ?? ''),
  }));
}

/**
 * A form over one check of the domain: errors after a submit attempt (or on leaving a range field),
 * focus on the first wrong field, what is typed kept as a draft until it is saved or discarded.
 */
export function useCheckedForm<Values extends Typed, Value>({
  formKey,
  defaults,
  check,
  sentence,
  checkOnLeaving = [],
  secrets = [],
}: CheckedFormOptions<Values, Value>): CheckedForm<Values, Value> {
  const [first] = useState(defaults);
  const [saving, setSaving] = useState(false);
  const latest = useRef({ check, sentence, secrets });
  useEffect(() => {
    latest.current = { check, sentence, secrets };
  });
  /** What is said to be wrong at this moment: the names to ask about again when something changes. */
  const shown = useRef<readonly string[]>([]);

  /** What the domain said last: the library asks once per submit, and hands on only what was typed. */
  const answer = useRef<Checked<Value> | null>(null);
  const resolver = useMemo<Resolver<Values>>(
    () => (values) => {
      const checked = latest.current.check(values);
      answer.current = checked;
      if (checked.ok) return { values, errors: {} };
      const errors = issuesToErrors(checked.issues, latest.current.sentence);
      return { values: {}, errors: errors as FieldErrors<Values> };
    },
    [],
  );
  const hook = useForm<Values>({
    defaultValues: first as DefaultValues<Values>,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const draft = useDraft<Partial<Values>>(formKey, isTyped(first));
  const { isDirty, errors, isSubmitted } = hook.formState;
  useEffect(() => {
    const wrong = Object.keys(errors);
    // After a failed save what belongs to the form as a whole may come back, not only go.
    shown.current = isSubmitted ? [...new Set([...wrong, 'root'])] : wrong;
  }, [errors, isSubmitted]);
  // Also while it is being saved: that may be refused, and then it is not saved.
  useMarkUnsaved(isDirty);

  const { reset, watch, trigger, getValues } = hook;
  const [hasRestored, setHasRestored] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const restored = draft.restored;
  useEffect(() => {
    if (restored === null) return;
    reset({ ...first, ...restored } as Values, { keepDefaultValues: true });
    setHasRestored(true);
    setIsBack(true);
  }, [restored, reset, first]);

  const keep = draft.keep;
  useEffect(() => {
    const subscription = watch((_values, { name }) => {
      // A reset announces itself without a name: nothing was typed.
      if (name === undefined) return;
      const blanks = Object.fromEntries(latest.current.secrets.map((secret) => [secret, '']));
      keep({ ...getValues(), ...blanks });
      // A change may correct what is said at other fields and of the form: no sentence outlives its cause.
      if (shown.current.length > 0) void trigger(shown.current as readonly Path<Values>[]);
    });
    return () => subscription.unsubscribe();
  }, [watch, getValues, keep, trigger]);

  // Sentences follow a change of language; by the language, as `sentence` may be new at each drawing.
  const { language } = useMessages();
  const shownLanguage = useRef(language);
  useEffect(() => {
    if (shownLanguage.current === language) return;
    shownLanguage.current = language;
    const names = shown.current as readonly Path<Values>[];
    if (isSubmitted) void trigger();
    else if (names.length > 0) void trigger(names);
  }, [language, isSubmitted, trigger]);

  const field = (name: keyof Values & string) => {
    const path = name as unknown as Path<Values>;
    const registered = hook.register(path, {
      onBlur: () => {
        if (!checkOnLeaving.includes(name)) return;
        setTimeout(() => {
          if (getValues(path) !== '') void trigger(path);
        }, CHECK_AFTER_LEAVING_MS);
      },
    });
    const error = errors[name]?.message;
    return { ...registered, error: error === undefined ? undefined : String(error) };
  };

  const submit = useCallback(
    (
      save: (value: Value, notices: readonly Issue[]) => Promise<void>,
      refused?: (issues: readonly Issue[]) => void,
    ) =>
      hook.handleSubmit(
        async () => {
          const checked = answer.current;
          if (checked?.ok !== true) return;
          setSaving(true);
          try {
            await save(checked.value, checked.notices);
          } finally {
            setSaving(false);
          }
        },
        () => {
          if (answer.current?.ok === false) refused?.(answer.current.issues);
        },
      ),
    [hook],
  );

  const forget = draft.discard;
  const discard = useCallback(async () => {
    reset(first as DefaultValues<Values>);
    setIsBack(false);
    await forget();
  }, [reset, first, forget]);

  return {
    // The fields appear with what was restored in them, not before it.
    ready: draft.state === 'ready' && (restored === null || hasRestored),
    field,
    problems: isSubmitted ? problemsOf(errors) : [],
    submit: (save, refused) => {
      const run = submit(save, refused);
      return (event) => {
        event?.preventDefault();
        if (!saving) void run();
      };
    },
    saving,
    dirty: isDirty,
    draft: { kept: draft.kept, restored: isBack, discard },
    hook,
  };
}
