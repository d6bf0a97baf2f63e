import {
  checkPassword,
  PASSWORD_LIMITS,
  type PasswordCode,
  type PasswordOwner,
} from '@crece/domain';
import type { MessageKey, MessageParams } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import './password-rules.css';

const RULES: readonly { code: PasswordCode; text: MessageKey; params?: MessageParams }[] = [
  { code: 'password-length', text: 'accounts.rule-length', params: PASSWORD_LIMITS.password },
  { code: 'password-lower', text: 'accounts.rule-lower' },
  { code: 'password-upper', text: 'accounts.rule-upper' },
  { code: 'password-digit', text: 'accounts.rule-digit' },
  { code: 'password-special', text: 'accounts.rule-special' },
  { code: 'password-repeated', text: 'accounts.rule-repeated' },
  { code: 'password-pattern', text: 'accounts.rule-pattern' },
  { code: 'password-is-name', text: 'accounts.rule-is-name' },
];

/** The rules of a password, each ticked as soon as the typed text meets it. */
export function PasswordRules({ text, owner }: { text: string; owner?: PasswordOwner }) {
  const { t } = useMessages();
  const checked = checkPassword(text, owner);
  const broken = new Set<string>(checked.ok ? [] : checked.issues.map(({ code }) => code));
  const isMet = (code: PasswordCode) => text !== '' && !broken.has(code);
  return (
    <div className="password-rules">
      <ul aria-label={t('accounts.rules')}>
        {RULES.map(({ code, text: rule, params }) => (
          <li key={code} className={isMet(code) ? 'met' : undefined}>
            <i aria-hidden="true">{isMet(code) ? <Icon name="check" small /> : null}</i>
            <span>
              {t(rule, params)}
              <VisuallyHidden>
                {` (${isMet(code) ? t('accounts.rule-met') : t('accounts.rule-open')})`}
              </VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
      <p className="small muted">
        {t('accounts.rule-passphrase', { from: PASSWORD_LIMITS.passphrase.from })}
      </p>
    </div>
  );
}
