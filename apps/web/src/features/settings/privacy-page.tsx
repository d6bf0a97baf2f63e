import type { MessageKey } from '@crece/messages';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import './settings.css';

const SECTIONS: readonly { title: MessageKey; facts: readonly MessageKey[] }[] = [
  {
    title: 'lock.privacy-device-title',
    facts: [
      'lock.privacy-device-records',
      'lock.privacy-device-drafts',
      'lock.privacy-device-people',
      'lock.privacy-device-readable',
    ],
  },
  {
    title: 'lock.privacy-pin-title',
    facts: ['lock.privacy-pin-does', 'lock.privacy-pin-not'],
  },
  {
    title: 'lock.privacy-server-title',
    facts: [
      'lock.privacy-server-records',
      'lock.privacy-server-account',
      'lock.privacy-server-audit',
      'lock.privacy-nobody',
    ],
  },
  {
    title: 'lock.privacy-can-title',
    facts: ['lock.privacy-can-sign-out', 'lock.privacy-can-clear', 'lock.privacy-can-ask'],
  },
];

/** `/privacy`: which data is stored where, and what a PIN does not protect. */
export function PrivacyPage() {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const params = { contact: supportContact ?? t('errors.your-administrator') };
  return (
    <Page title={t('lock.privacy-title')} width="read" back={homePath()}>
      <div className="privacy stack-6">
        <p className="settings-lead">{t('lock.privacy-lead')}</p>
        {SECTIONS.map(({ title, facts }) => (
          <section key={title} className="card">
            <h2 className="h2">{t(title)}</h2>
            <ul>
              {facts.map((fact) => (
                <li key={fact}>{t(fact, params)}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}
