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
import { useLatest } from '../../data/use-latest.ts';
import { useMarkUnsaved } from './unsaved.tsx';
import { useDraft } from './use-draft.ts';
import { useSayKept } from './use-say-kept.ts';

/** The values of a form: fields as text, check boxes as booleans. */
export type Typed = Record<string, string | boolean>;

/** The stored record that a form edits, and the values with which the form of a record begins. */
interface Edited<Values, Base extends object> {
  record: Base;
  valuesOf: (record: Base) => Values;
}

interface CheckedFormOptions<Values extends Typed, Value, Base extends object> {
  /** The draft's key: one per form and record, e.g. `screening:chld_…`; `null` stores no draft. */
  formKey: string | null;
  /** Keys under which its draft may have been kept before. */
  otherKeys?: readonly string[] | undefined;
  defaults: Values;
  /** Of an edited record: what was not typed follows the record as it is now, also under a draft. */
  edited?: Edited<Values, Base> | undefined;
  /** The domain's check of all values. */
  check: (values: Values) => Checked<Value>;
  /** The message of an issue in the person's language. */
  sentence: (issue: Issue) => string;
  /** Fields checked on leaving when not empty: ranges. All others are checked on submit. */
  checkOnLeaving?: readonly (keyof Values & string)[];
  /** Fields whose change alone is nothing typed: no draft is begun for it. */
  choices?: readonly (keyof Values & string)[];
  /** Fields that are never stored in the draft: passwords. */
  secrets?: readonly (keyof Values & string)[];
  /**
   * Whether the form still opens, which it does not once its unit or record is gone from here. A form that
   * cannot tell is taken to open, and what another window deleted of it is not stored again.
   */
  opensAgain?: (() => Promise<boolean>) | undefined;
}

export interface FormProblem {
  /** Absent: it belongs to the whole form. */
  field?: string;
  sentence: string;
  code: string;
}

/** What a form shows of its draft. */
export interface FormDraft {
  /** It is stored on this device now. */
  kept: boolean;
  /** The form opened with it: typed before a reload, a crash or another page. */
  restored: boolean;
  /** When it was begun, as an instant; null for one of an older version. */
  begunAt: string | null;
  discard(): Promise<void>;
}

export interface CheckedForm<Values extends Typed, Value, Base extends object = object> {
  /** False while the draft is loading: show `Waiting` instead of the form. */
  ready: boolean;
  /** Spread into a field: `<TextField label="…" {...form.field('firstName')} />`. */
  field(name: keyof Values & string): ReturnType<UseFormReturn<Values>['register']> & {
    error: string | undefined;
  };
  /** All errors after a submit, in the order of the issues. */
  problems: readonly FormProblem[];
  /**
   * For `<form onSubmit>`: checks once; shows errors and calls `refused`, or passes on the value.
   */
  submit(
    save: (value: Value, notices: readonly Issue[]) => Promise<void>,
    refused?: (issues: readonly Issue[]) => void,
  ): (event?: { preventDefault(): void }) => void;
  saving: boolean;
  /** Some value differs from the defaults. */
  dirty: boolean;
  draft: FormDraft;
  /** Deletes the draft once its values are stored; the form stays as it is. */
  forgetDraft(): Promise<void>;
  /**
   * The version of the edited record that the person has typed over: with it a save finds what somebody
   * else has changed since.
   */
  base: Base | undefined;
  /** React Hook Form's own object, for `watch`, `setValue` and `getValues`. */
  hook: UseFormReturn<Values>;
}

/** Converts the domain's issues to field errors; one without a field goes to `root`. */
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
 * A range is checked this long after leaving its field: an error that appears between press and
 * release moves the pressed element, and the tap that left the field would be lost.
 */
const CHECK_AFTER_LEAVING_MS = 300;

/** Whether a stored draft fits the form; one from before an update may lack newer fields. */
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

type Latest<Values extends Typed, Value> = Required<
  Pick<CheckedFormOptions<Values, Value, object>, 'check' | 'sentence' | 'secrets' | 'choices'>
>;

/**
 * The domain's check for the library, and its last result: the library checks once per submit, and
 * passes on only the typed values.
 */
function useDomainCheck<Values extends Typed, Value>(latest: {
  readonly current: Latest<Values, Value>;
}) {
  const answer = useRef<Checked<Value> | null>(null);
  const resolver = useMemo<Resolver<Values>>(
    () => (values) => {
      const checked = latest.current.check(values);
      answer.current = checked;
      if (checked.ok) return { values, errors: {} };
      const errors = issuesToErrors(checked.issues, latest.current.sentence);
      return { values: {}, errors: errors as FieldErrors<Values> };
    },
    [latest],
  );
  return { answer, resolver };
}

/** Keeps what is typed as a draft, and checks the errors shown again. */
function useKeepTyped<Values extends Typed, Value>(
  { watch, getValues, trigger }: UseFormReturn<Values>,
  {
    keep,
    over,
    first,
    latest,
    shown,
  }: {
    keep: (values: Values, over?: object) => void;
    over: object | undefined;
    first: Values;
    latest: { readonly current: Latest<Values, Value> };
    shown: { readonly current: readonly string[] };
  },
): void {
  useEffect(() => {
    const subscription = watch((_values, { name }) => {
      // A reset is reported without a name: nothing was typed.
      if (name === undefined) return;
      const { secrets, choices } = latest.current;
      const blanks = Object.fromEntries(secrets.map((secret) => [secret, '']));
      const values = getValues();
      const isChoice = (each: string) => choices.includes(each);
      const hasTyped = Object.keys(values).some(
        (each) => !isChoice(each) && values[each] !== first[each],
      );
      if (hasTyped || !isChoice(name)) keep({ ...values, ...blanks }, over);
      // A change may also correct errors at other fields and of the whole form, so all shown ones
      // are checked again.
      if (shown.current.length > 0) void trigger(shown.current as readonly Path<Values>[]);
    });
    return () => subscription.unsubscribe();
  }, [watch, getValues, keep, over, trigger, first, latest, shown]);
}

/**
 * Puts what a draft holds into the form; `isThere`: the fields appear together with it. What nobody typed
 * follows the record; `base`: the version that was typed over, where both it and what was typed differ
 * from the record now.
 */
function useRestoring<Values extends Typed, Base extends object>(
  { reset }: UseFormReturn<Values>,
  draft: ReturnType<typeof useDraft<Partial<Values>>>,
  { first, edited }: { first: Values; edited: Edited<Values, Base> | undefined },
) {
  const [hasRestored, setHasRestored] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const [base, setBase] = useState(edited?.record);
  const now = useRef(edited);
  const { restored, over, discard: forget } = draft;
  useEffect(() => {
    if (restored === null) return;
    const before = over as Base | null;
    const began = before === null ? first : (now.current?.valuesOf(before) ?? first);
    const typed = Object.entries(restored).filter(([name, value]) => value !== began[name]);
    const isContested = typed.some(([name, value]) => ![began[name], value].includes(first[name]));
    if (before !== null && isContested) setBase(before);
    reset({ ...first, ...Object.fromEntries(typed) } as Values, { keepDefaultValues: true });
    setHasRestored(true);
    setIsBack(true);
  }, [restored, over, reset, first]);
  const discard = useCallback(async () => {
    reset(first as DefaultValues<Values>);
    setIsBack(false);
    setBase(now.current?.record);
    await forget();
  }, [reset, first, forget]);
  const isThere = draft.state === 'ready' && (restored === null || hasRestored);
  return { isThere, isBack, base, discard };
}

/**
 * Words the errors shown again after a change of language; depends on the language, because
 * `sentence` may be new in each render.
 */
function useSayAgain<Values extends Typed>(
  { trigger, formState: { isSubmitted } }: UseFormReturn<Values>,
  shown: { readonly current: readonly string[] },
): void {
  const { language } = useMessages();
  const shownLanguage = useRef(language);
  useEffect(() => {
    if (shownLanguage.current === language) return;
    shownLanguage.current = language;
    const names = shown.current as readonly Path<Values>[];
    if (isSubmitted) void trigger();
    else if (names.length > 0) void trigger(names);
  }, [language, isSubmitted, trigger, shown]);
}

/** Saves what the check made of the values, once at a time. */
function useSubmit<Values extends Typed, Value>(
  { handleSubmit }: UseFormReturn<Values>,
  answer: { readonly current: Checked<Value> | null },
) {
  const [saving, setSaving] = useState(false);
  /** Settles when the last save has ended. */
  const saved = useRef<Promise<unknown>>(Promise.resolve());
  const submit = useCallback(
    (
      save: (value: Value, notices: readonly Issue[]) => Promise<void>,
      refused?: (issues: readonly Issue[]) => void,
    ) =>
      handleSubmit(
        async () => {
          const checked = answer.current;
          if (checked?.ok !== true) return;
          setSaving(true);
          try {
            const saving = save(checked.value, checked.notices);
            saved.current = saving.catch(() => undefined);
            await saving;
          } finally {
            setSaving(false);
          }
        },
        () => {
          if (answer.current?.ok === false) refused?.(answer.current.issues);
        },
      ),
    [handleSubmit, answer],
  );
  return { submit, saving, saved };
}

/**
 * A form with one check of the domain: errors after a submit (or on leaving a range field), focus
 * on the first wrong field, and typed text kept as a draft until it is saved or discarded.
 */
export function useCheckedForm<Values extends Typed, Value, Base extends object = object>({
  formKey,
  otherKeys,
  defaults,
  edited,
  check,
  sentence,
  checkOnLeaving = [],
  choices = [],
  secrets = [],
  opensAgain,
}: CheckedFormOptions<Values, Value, Base>): CheckedForm<Values, Value, Base> {
  const [first] = useState(defaults);
  const latest = useLatest({ check, sentence, secrets, choices });
  /** Names of the errors shown now, which are checked again when something changes. */
  const shown = useRef<readonly string[]>([]);

  const { answer, resolver } = useDomainCheck<Values, Value>(latest);
  const hook = useForm<Values>({
    defaultValues: first as DefaultValues<Values>,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const draft = useDraft<Partial<Values>>(formKey, isTyped(first), otherKeys);
  const { isDirty, errors, isSubmitted } = hook.formState;
  useEffect(() => {
    const wrong = Object.keys(errors);
    // After a failed save an error of the whole form may also reappear.
    shown.current = isSubmitted ? [...new Set([...wrong, 'root'])] : wrong;
  }, [errors, isSubmitted]);
  const { trigger, getValues } = hook;
  const { isThere, isBack, base, discard } = useRestoring(hook, draft, { first, edited });

  useKeepTyped(hook, { keep: draft.keep, over: base, first, latest, shown });
  useSayAgain(hook, shown);

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

  const { submit, saving, saved } = useSubmit<Values, Value>(hook, answer);
  // Also while saving, because the save may fail.
  useMarkUnsaved(isDirty, saving);
  useSayKept(draft.lastKept, saved, opensAgain);

  return {
    ready: isThere,
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
    draft: { kept: draft.kept, restored: isBack, begunAt: draft.begunAt, discard },
    forgetDraft: draft.discard,
    base,
    hook,
  };
}
