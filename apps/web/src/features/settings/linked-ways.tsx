import type { UserBody } from '@crece/contract';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';

interface LinkedWaysProps {
  user: UserBody;
  /** Providers to remove. */
  drop: readonly string[];
  onChange: (drop: readonly string[]) => void;
}

/** Links that do not vouch for the account's address: somebody else's may be among them. */
export function waysOfOthers({ email, additionalProvidersData }: UserBody): readonly string[] {
  const linked = Object.entries(additionalProvidersData);
  return linked.filter(([, link]) => link.email !== email).map(([id]) => id);
}

/**
 * Other ways to sign in, shown when the password changes: each can be removed with the old
 * password.
 */
export function LinkedWays({ user, drop, onChange }: LinkedWaysProps) {
  const { t } = useMessages();
  const { providers } = useConfig();
  const linked = Object.entries(user.additionalProvidersData);
  if (linked.length === 0) return null;
  return (
    <fieldset className="field linked-ways">
      <legend className="label">{t('settings.ways-title')}</legend>
      <p className="small muted">{t('settings.ways-text')}</p>
      {linked.map(([id, { email, displayName }]) => {
        const provider = providers.find((offered) => offered.id === id)?.name ?? id;
        return (
          <label key={id}>
            <input
              type="checkbox"
              checked={drop.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...drop, id] : drop.filter((other) => other !== id))
              }
            />
            <span>{t('settings.ways-drop', { provider, name: email ?? displayName })}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
