import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../components/controls.tsx';
import { useMessages } from '../data/messages.tsx';
import { ErrorPage } from './page-missing.tsx';

/** The message of an error page's address; shown as text, whatever it contains. */
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

export function NotFoundPage() {
  return (
    <ErrorPage
      picture="lost"
      title="errors.not-found-title"
      text="errors.not-found"
      said={useSaid()}
    />
  );
}

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
  return <ErrorPage picture="locked" title="errors.forbidden-title" text="errors.forbidden" />;
}

/** Addresses of the specification whose part of the application does not exist yet. */
export function NotYetPage() {
  return <ErrorPage picture="lost" title="errors.not-yet-title" text="errors.not-yet" />;
}
