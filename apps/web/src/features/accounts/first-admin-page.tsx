import { checkFirstAdminLink, makeFirstAdmin } from '../../api/accounts.ts';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { ACCOUNT_PATHS } from '../../shared/navigation/account-paths.ts';
import { Waiting } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { NOTICE_DELAYS } from '../../ui/notices.tsx';
import { AccountFields, useAccountForm } from './account-fields.tsx';
import { AccountFrame, OfflineNote } from './account-frame.tsx';
import { useAfterSignIn } from './after-sign-in.tsx';
import { LinkBlank, UncheckedLink } from './link-blank.tsx';
import { useFragment } from './use-fragment.ts';
import { useLinkCheck } from './use-link-check.ts';

function FirstAdminForm({ secret, gone }: { secret: string; gone: () => void }) {
  const { t } = useMessages();
  const refused = useRefusal();
  // An administrator may synchronise, and so can also enter a locked phone.
  const { afterSignIn } = useAfterSignIn();
  const form = useAccountForm('first-admin');
  const send = form.submit(async (account) => {
    try {
      const body = await makeFirstAdmin({ ...account, secret });
      await form.draft.discard();
      await afterSignIn(body, t('accounts.signup-done'), ACCOUNT_PATHS.firstSteps);
    } catch (cause) {
      const title = t('accounts.signup-error');
      refused(cause, { title, delay: NOTICE_DELAYS.account6 }, form.hook);
      if (cause instanceof HttpError && cause.code.startsWith('link-')) gone();
    }
  });
  return <AccountFields form={form} send={send} submit={t('accounts.first-admin-create')} />;
}

/** The page of the link that the server prints while it has no administrator. */
export function FirstAdminPage() {
  const { t } = useMessages();
  const secret = useFragment();
  const { state, again } = useLinkCheck(secret === '' ? null : () => checkFirstAdminLink(secret));
  const isGood = state === 'good';
  const refusal = secret === '' ? 'none' : 'invalid';
  return (
    <AccountFrame
      title={t('accounts.first-admin-title')}
      {...(isGood ? { text: t('accounts.first-admin-text') } : {})}
    >
      <OfflineNote />
      {state === 'checking' ? <Waiting text={t('accounts.reset-checking')} /> : null}
      {state === 'unknown' ? <UncheckedLink again={again} /> : null}
      {isGood ? <FirstAdminForm secret={secret} gone={again} /> : null}
      {state === 'invalid' || state === 'expired' ? (
        <LinkBlank
          title={`accounts.first-admin-${refusal}-title`}
          text={`accounts.first-admin-${refusal}`}
        >
          <ButtonLink to={ACCOUNT_PATHS.signIn} kind="second" wide>
            {t('accounts.back-to-sign-in')}
          </ButtonLink>
        </LinkBlank>
      ) : null}
    </AccountFrame>
  );
}
