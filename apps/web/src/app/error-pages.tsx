import { useNavigate, useSearchParams } from 'react-router';
import { useMessages } from '../data/messages.tsx';
import { useSignIn } from '../data/session.tsx';
import { ACCOUNT_PATHS } from '../shared/navigation/account-paths.ts';
import { useNotFoundReason } from '../shared/navigation/not-found.tsx';
import { Button, ButtonLink } from '../ui/controls.tsx';
import { ErrorPage } from './page-missing.tsx';

/** The message in an error page's address; shown as text, whatever it contains. */
function useSaid(): string | null {
  const [query] = useSearchParams();
  return query.get('message');
}

function GoBack() {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Button kind="primary" wide onClick={() => navigate(-1)}>
      {t('errors.go-back')}
    </Button>
  );
}

/**
 * The page for a mistyped address, a record missing on this device, or something that the server
 * did not find; each has its own text and possible reasons.
 */
export function NotFoundPage() {
  const said = useSaid();
  const reason = useNotFoundReason();
  const is = reason?.is ?? (said === null ? 'address' : 'server');
  return (
    <ErrorPage
      picture="lost"
      title={is === 'address' ? 'errors.no-such-page-title' : 'errors.not-found-title'}
      text={NOT_FOUND_TEXTS[is]}
      said={reason?.is === 'address' ? reason.address : said}
    />
  );
}

const NOT_FOUND_TEXTS = {
  address: 'errors.no-such-page',
  record: 'errors.record-not-found',
  server: 'errors.server-not-found',
} as const;

export function BadRequestPage() {
  return (
    <ErrorPage
      picture="refused"
      title="errors.bad-request-title"
      text="errors.bad-request"
      said={useSaid()}
      action={<GoBack />}
    />
  );
}

export function ServerErrorPage() {
  return (
    <ErrorPage
      picture="refused"
      title="errors.server-error-title"
      text="errors.server-error"
      said={useSaid()}
    />
  );
}

export function ForbiddenPage() {
  const { isServerSession } = useSignIn();
  return (
    <ErrorPage
      picture="locked"
      title="errors.forbidden-title"
      text="errors.forbidden"
      action={isServerSession ? <ToRights /> : undefined}
    />
  );
}

/** The right to synchronise is asked for where a person's rights stand. */
function ToRights() {
  const { t } = useMessages();
  return (
    <ButtonLink kind="primary" wide to={ACCOUNT_PATHS.profile}>
      {t('errors.see-rights')}
    </ButtonLink>
  );
}
