import { useNavigate, useSearchParams } from 'react-router';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { safeTarget } from '../../shared/navigation/account-paths.ts';
import { FailedPageActions } from '../../shared/navigation/failed-page-actions.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { type AgainState, faultOfAddress, useAgain } from './sync-paths.ts';
import { faultText } from './sync-words.ts';

/** `/sync-error`: shows why the credentials were not available, with a button to try again. */
export function SyncErrorPage() {
  const messages = useMessages();
  const { t } = messages;
  const { supportContact } = useConfig();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { back } = useAgain();
  const fault = faultOfAddress(query);
  const contact = supportContact ?? t('errors.your-administrator');
  const tryAgain = () => {
    if (back === undefined) return void navigate(-1);
    const state: AgainState = { again: true };
    return void navigate(safeTarget(back), { replace: true, state });
  };
  return (
    <Page title={t('sync.error-title')} back={homePath()} brand>
      <Blank
        picture="refused"
        title={t('sync.error-title')}
        keep={{ icon: 'device', title: t('sync.error-kept'), text: t('sync.error-kept-text') }}
        actions={<FailedPageActions onTryAgain={tryAgain} />}
      >
        {fault === null ? null : <p>{faultText(messages, fault)}</p>}
        <p>{t('sync.error-text', { contact })}</p>
      </Blank>
    </Page>
  );
}
