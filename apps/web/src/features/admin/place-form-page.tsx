import type { ReactNode, RefCallback } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { DraftNote, ErrorSummary } from '../../shared/forms/form-parts.tsx';
import type { CheckedForm, Typed } from '../../shared/forms/use-checked-form.ts';
import { Dock } from '../../shared/navigation/page.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { AdminPage } from './admin-page.tsx';

const FORM_ID = 'place-form';

/** The page of a form for a country or a unit. */
export function PlaceFormPage<Values extends Typed, Value>({
  title,
  subtitle,
  back,
  form,
  autofocus,
  onSubmit,
  notice,
  children,
}: {
  title: string;
  subtitle?: string;
  back: string;
  form: CheckedForm<Values, Value>;
  autofocus: RefCallback<HTMLFormElement>;
  onSubmit: (event?: { preventDefault(): void }) => void;
  /** Notice of changes that other people made meanwhile. */
  notice: ReactNode;
  children: ReactNode;
}) {
  const { t } = useMessages();
  return (
    <AdminPage
      section="places"
      title={title}
      {...(subtitle === undefined ? {} : { subtitle })}
      back={back}
      width="read"
      dock={
        <Dock>
          <Button kind="primary" type="submit" form={FORM_ID} disabled={!form.ready || form.saving}>
            {form.saving ? t('common.saving') : t('common.save')}
          </Button>
        </Dock>
      }
    >
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
