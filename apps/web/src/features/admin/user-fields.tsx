import { type Catalogue, GRANTED_ROLES, isPilotOnly, withRoles } from '@crece/domain';
import { useId } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { FieldError } from '../../ui/field-parts.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { ScopeField } from './scope-field.tsx';
import { rolesOf, type UserDraft } from './user-form.ts';

type UserForm = CheckedForm<UserDraft, unknown>;

/** First and last name, side by side on a wide window. */
export function NameFields({ form }: { form: UserForm }) {
  const { t } = useMessages();
  return (
    <div className="cols-2 stack">
      <TextField label={t('accounts.first-name')} {...form.field('firstName')} />
      <TextField label={t('accounts.last-name')} {...form.field('lastName')} />
    </div>
  );
}

/** E-mail address and user name of a new account, in lower case as they are stored. */
export function AddressFields({ form }: { form: UserForm }) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        label={t('accounts.email')}
        hint={t('admin.email-hint')}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...lowerCased(form, 'email')}
      />
      <TextField
        label={t('accounts.username')}
        hint={t('accounts.username-hint')}
        autoCapitalize="none"
        spellCheck={false}
        {...lowerCased(form, 'username')}
      />
    </>
  );
}

function lowerCased(form: UserForm, name: 'email' | 'username') {
  const field = form.field(name);
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement }) => {
      const { target } = event;
      const { selectionStart, value } = target;
      const lower = value.toLowerCase();
      if (lower !== value) {
        target.value = lower;
        // An input of type email has no selection to restore.
        if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionStart);
      }
      return field.onChange(event);
    },
  };
}

/** The roles, each with what it allows, and the places where they apply. */
export function GrantFields({
  form,
  catalogue,
  hint,
}: {
  form: UserForm;
  catalogue: Catalogue;
  /** Text below the roles. */
  hint?: string;
}) {
  const { t } = useMessages();
  const isPilot = isPilotOnly({ roles: rolesOf(form.hook.watch()) });
  return (
    <>
      <Card>
        <RoleChoices form={form} />
        {hint === undefined ? null : <p className="hint">{hint}</p>}
      </Card>
      <Card>
        <ScopeField form={form} catalogue={catalogue} />
        {isPilot ? <p className="hint">{t('admin.pilot-limits')}</p> : null}
      </Card>
    </>
  );
}

function RoleChoices({ form }: { form: UserForm }) {
  const { t } = useMessages();
  const errorId = useId();
  const fields = GRANTED_ROLES.map((role) => ({ role, field: form.field(role) }));
  const error = fields.find(({ field }) => field.error !== undefined)?.field.error;
  const { setValue, getValues } = form.hook;
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="label">{t('admin.roles-label')}</legend>
      <div className="role-choices">
        {fields.map(({ role, field: { error: wrong, ...field } }) => (
          <label key={role}>
            <input
              type="checkbox"
              {...field}
              aria-invalid={wrong !== undefined}
              onChange={async (event) => {
                await field.onChange(event);
                if (event.target.checked) {
                  // Some roles include others.
                  for (const each of withRoles(rolesOf(getValues()), role)) {
                    setValue(each, true, { shouldDirty: true });
                  }
                }
                if (form.hook.formState.isSubmitted) void form.hook.trigger('user');
              }}
            />
            <span>
              <b>{t(`admin.role.${role}`)}</b>
              <span className="d">{t(`admin.role-allows.${role}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {error === undefined ? null : <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
