import type { Checked } from '@crece/domain';
import { useState } from 'react';
import { Link } from 'react-router';
import { askReset } from '../../api/accounts.ts';
import { useMessages } from '../../data/messages.tsx';
import { LowerCaseField } from '../../shared/accounts/password-field.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { ACCOUNT_PATHS, useCarried } from '../../shared/navigation/account-paths.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NOTICE_DELAYS } from '../../ui/notices.tsx';
import { AccountFrame, OfflineNote } from './account-frame.tsx';

interface Asked {
  [field: string]: string;
  usernameOrEmail: string;
}

function checkAsked({ usernameOrEmail }: Asked): Checked<Asked> {
  const name = usernameOrEmail.trim();
  if (name !== '') return { ok: true, value: { usernameOrEmail: name }, notices: [] };
  return { ok: false, issues: [{ code: 'identifier-required', field: 'usernameOrEmail' }] };
}

export function ForgotPage() {
  const { t } = useMessages();
  const carried = useCarried();
  const refused = useRefusal();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const fields = useAutofocusField<HTMLFormElement>('usernameOrEmail');
  const form = useCheckedForm<Asked, Asked>({
    formKey: null,
    defaults: { usernameOrEmail: '' },
    check: checkAsked,
    sentence: () => t('accounts.identifier-required'),
  });
  const send = form.submit(async (asked) => {
    setSentTo(null);
    try {
      await askReset(asked);
      setSentTo(asked.usernameOrEmail);
    } catch (cause) {
      refused(cause, { title: t('accounts.forgot-error'), delay: NOTICE_DELAYS.account4 });
    }
  });
  return (
    <AccountFrame title={t('accounts.forgot-title')} text={t('accounts.forgot-text')}>
      <OfflineNote />
      {sentTo === null ? null : (
        <div className="account-note" role="status">
          <Icon name="check" />
          <p>
            <b>{t('accounts.forgot-sent-title')}</b>
            <br />
            {t('accounts.forgot-sent', { name: sentTo })}
          </p>
        </div>
      )}
      <form className="stack" ref={fields} onSubmit={send} noValidate>
        <LowerCaseField
          label={t('accounts.username-or-email')}
          autoComplete="username"
          {...form.field('usernameOrEmail')}
        />
        <Button
          kind={sentTo === null ? 'primary' : 'second'}
          type="submit"
          wide
          disabled={form.saving}
        >
          {form.saving
            ? t('accounts.forgot-sending')
            : t(sentTo === null ? 'accounts.forgot-send' : 'accounts.forgot-again')}
        </Button>
        <p className="account-links">
          <Link to={ACCOUNT_PATHS.signIn} state={carried}>
            {t('accounts.back-to-sign-in')}
          </Link>
        </p>
      </form>
    </AccountFrame>
  );
}
