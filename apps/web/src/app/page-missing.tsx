import type { MessageKey } from '@crece/messages';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useConfig } from '../data/config.tsx';
import { DOORS } from '../data/lock.ts';
import { useMessages } from '../data/messages.tsx';
import { useOnline } from '../data/online.ts';
import { Page } from '../shared/navigation/page.tsx';
import { homePath } from '../shared/navigation/paths.ts';
import { Blank, type BlankProps } from '../ui/blank.tsx';
import { Button, ButtonLink } from '../ui/controls.tsx';

// In the first load, because it must work when nothing else can be loaded.

interface ErrorPageProps {
  picture: BlankProps['picture'];
  title: MessageKey;
  text: MessageKey;
  /** The server's own message, if any. */
  said?: string | null;
  /** Shown before the button "choose a country". */
  action?: ReactNode;
}

/** A page that says in plain words what is wrong and offers a next step. */
export function ErrorPage({ picture, title, text, said, action }: ErrorPageProps) {
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

function Reload() {
  const { t } = useMessages();
  return (
    <Button kind="primary" wide onClick={() => window.location.reload()}>
      {t('errors.reload')}
    </Button>
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

/** A device does not keep the pages of sign-in, which are of no use without a connection. */
export function PageMissing() {
  const { pathname } = useLocation();
  const isOnline = useOnline();
  const isNotKept = !isOnline && DOORS.test(pathname);
  return (
    <ErrorPage
      picture="lost"
      title={isNotKept ? 'menu.sign-in' : 'errors.page-missing-title'}
      text={isNotKept ? 'lock.sign-in-offline-only' : 'errors.page-missing'}
      action={<Reload />}
    />
  );
}
