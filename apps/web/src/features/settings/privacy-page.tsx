import type { MessageKey } from '@crece/messages';
import { useConfig } from '../../data/config.tsx';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { Switch } from '../../ui/switch.tsx';
import './settings.css';

const SECTIONS: readonly { title: MessageKey; facts: readonly MessageKey[] }[] = [
  {
    title: 'privacy.device-title',
    facts: [
      'privacy.device-records',
      'privacy.device-drafts',
      'privacy.device-camera',
      'privacy.device-people',
      'privacy.device-readable',
      'privacy.device-erased',
      'privacy.device-lost',
    ],
  },
  {
    title: 'privacy.pin-title',
    facts: ['privacy.pin-does', 'privacy.pin-not'],
  },
  {
    title: 'privacy.server-title',
    facts: [
      'privacy.server-records',
      'privacy.server-account',
      'privacy.server-audit',
      'privacy.server-slip',
      'privacy.server-kept',
      'privacy.server-paper',
      'privacy.messages',
      'privacy.nobody',
    ],
  },
  {
    title: 'privacy.phone-title',
    facts: ['privacy.phone-says', 'privacy.phone-not', 'privacy.phone-kept'],
  },
  {
    title: 'privacy.can-title',
    facts: ['privacy.can-sign-out', 'privacy.can-clear', 'privacy.can-ask'],
  },
];

/** Whether this phone tells administrators how it is. */
function PhoneReportSwitch() {
  const { t } = useMessages();
  const [reports = 'on', setReports] = useSetting('phoneReports');
  return (
    <Switch
      label={t('privacy.phone-switch')}
      detail={t('privacy.phone-switch-text')}
      checked={reports === 'on'}
      onChange={(on) => setReports(on ? 'on' : 'off')}
    />
  );
}

/** `/privacy`: which data is stored where, and what a PIN does not protect. */
export function PrivacyPage() {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const params = { contact: supportContact ?? t('errors.your-administrator') };
  return (
    <Page title={t('privacy.title')} width="read" back={homePath()}>
      <div className="privacy stack-6">
        <p className="settings-lead">{t('privacy.lead')}</p>
        {SECTIONS.map(({ title, facts }) => (
          <section key={title} className="card">
            <h2 className="h2">{t(title)}</h2>
            <ul>
              {facts.map((fact) => (
                <li key={fact}>{t(fact, params)}</li>
              ))}
            </ul>
            {title === 'privacy.phone-title' ? <PhoneReportSwitch /> : null}
          </section>
        ))}
      </div>
    </Page>
  );
}
