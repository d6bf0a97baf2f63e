import type { MessageKey } from '@crece/messages';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Blank, type BlankProps } from '../components/blank.tsx';
import { Button, ButtonLink } from '../components/controls.tsx';
import { Page } from '../components/page.tsx';
import { homePath } from '../components/paths.ts';
import { useConfig } from '../data/config.tsx';
import { useMessages } from '../data/messages.tsx';

interface ErrorPageProps {
  picture: BlankProps['picture'];
  title: MessageKey;
  text: MessageKey;
  /** The server's own words, when it gave some. */
  said?: string | null;
  /** Before "choose a country". */
  action?: ReactNode;
}

function ErrorPage({ picture, title, text, said, action }: ErrorPageProps) {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const contact = supportContact ?? t('errors.your-administrator');
  return (
    <Page title={t(title)} back={homePath()} brand>
      <Blank
        picture={picture}
        title={t(title)}
        actions={
          <>
            {action}
            <ButtonLink to={homePath()} kind={action === undefined ? 'primary' : 'second'} wide>
              {t('errors.choose-country')}
            </ButtonLink>
          </>
        }
      >
        {said ? <p>{said}</p> : null}
        <p>{t(text, { contact })}</p>
      </Blank>
    </Page>
  );
}

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

function Reload() {
  const { t } = useMessages();
  return (
    <Button kind="primary" wide onClick={() => window.location.reload()}>
      {t('errors.reload')}
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

export function SyncErrorPage() {
  return (
    <ErrorPage
      picture="refused"
      title="errors.sync-error-title"
      text="errors.sync-error"
      said={useSaid()}
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

/** What a route with roles answers to somebody who is not signed in. */
export function SignInNeededPage() {
  return <ErrorPage picture="locked" title="errors.sign-in-title" text="errors.sign-in" />;
}

/** What the addresses of accounts answer: what works without one. */
export function SignInPage() {
  return (
    <ErrorPage picture="locked" title="errors.sign-in-page-title" text="errors.sign-in-page" />
  );
}

export function PageBroke() {
  return (
    <ErrorPage
      picture="refused"
      title="errors.page-broke-title"
      text="errors.page-broke"
      action={<Reload />}
    />
  );
}

export function PageMissing() {
  return (
    <ErrorPage
      picture="lost"
      title="errors.page-missing-title"
      text="errors.page-missing"
      action={<Reload />}
    />
  );
}
