import type { AuditEntry, AuditEvent } from '@crece/contract';
import { AUDIT_EVENTS } from '@crece/contract';
import { useMessages } from '../../data/messages.tsx';

export const isAuditEvent = (what: string): what is AuditEvent =>
  AUDIT_EVENTS.some((event) => event === what);

/** Events of a stranger with a name that no account has: the log does not store such names. */
const isAboutUnknown = (what: AuditEvent): what is 'sign-in-failed' | 'password-reset-asked' =>
  what === 'sign-in-failed' || what === 'password-reset-asked';

/** Describes an entry of the audit log in one sentence. */
export function useAuditSentence(): (entry: AuditEntry) => string {
  const { t } = useMessages();
  return ({ what, who, whom, from }) => {
    // Without a network address it was the command line or the server itself; without a name, a
    // stranger.
    const nobody = from === null ? t('admin.actor-server') : t('admin.actor-stranger');
    const params = { who: who ?? nobody, whom: whom ?? t('admin.whom-unknown') };
    if (!isAuditEvent(what)) return t('admin.event.other', { ...params, what });
    const isOwn = whom === null || whom === who;
    if (what === 'password-changed' && isOwn) return t('admin.event.password-changed-own', params);
    if (whom === null && who === null && isAboutUnknown(what)) {
      return t(`admin.event.${what}-unknown`, params);
    }
    return t(`admin.event.${what}`, params);
  };
}
