import type { UserBody } from '@crece/contract';
import {
  type Account,
  type ActionPlace,
  can,
  dateFromInstant,
  GRANTED_ROLES,
  hasUnusualLetters,
  isOwnAccount,
  type Role,
} from '@crece/domain';
import { useCallback } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import { deviceZone, useToday } from '../../data/today.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/controls.tsx';
import './people.css';

/** The person's picture or initials, as everywhere in the application. */
export function PersonPicture({ user, large }: { user: UserBody; large?: boolean }) {
  return (
    <Avatar
      name={user.displayName}
      picture={user.profileImageURL}
      {...(large ? { className: 'avatar-lg' } : {})}
    />
  );
}

/**
 * The administrator who grants rights here. When the session has ended, this account grants none,
 * and the server says so.
 */
export function useGrantor(): Pick<Account, 'id' | 'scope'> {
  return useSession() ?? NOBODY;
}

const NOBODY = { id: '' };

/** Whether an account is the administrator's own. */
export function useIsOwn(): (user: UserBody) => boolean {
  const by = useGrantor();
  return useCallback((user) => isOwnAccount(by, user), [by]);
}

/** Whether the administrator may change the list entries of a place; `{}` means everywhere. */
export function useIsOwnPlace(): (place: ActionPlace) => boolean {
  const by = useSession();
  return useCallback((place) => can(by, 'manage-catalogue', place), [by]);
}

/** "you" beside one's own name. */
export function YouMark({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const isOwn = useIsOwn();
  return isOwn(user) ? <Badge look="line">{t('admin.you')}</Badge> : null;
}

/** A mark beside a name that could be taken for somebody else's. */
export function LettersMark({ user }: { user: UserBody }) {
  const { t } = useMessages();
  return hasUnusualLetters(user.displayName) ? (
    <Badge look="line" icon="warning">
      {t('admin.unusual-letters')}
    </Badge>
  ) : null;
}

/** Roles as badges, the administrator role the darkest. */
export function RoleBadges({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const roles = GRANTED_ROLES.filter((role) => user.roles.includes(role));
  return (
    <span className="role-badges">
      {roles.map((role) => (
        <span key={role} className={`badge${BADGES[role] ?? ''}`}>
          {t(`admin.role.${role}`)}
        </span>
      ))}
      {roles.length === 0 ? <Badge look="line">{t('admin.role.none')}</Badge> : null}
      {user.roleRequest === undefined ? null : (
        <Badge look="line" icon="note">
          {t('admin.asks-for-sync')}
        </Badge>
      )}
    </span>
  );
}

const BADGES: Readonly<Partial<Record<Role, string>>> = {
  sync: ' badge-brand',
  admin: ' badge-admin',
  'phl-pilot': ' badge-brand',
};

/** Up to this many days ago a day is relative ("3 days ago"); older days are dates. */
const AGO_UP_TO_DAYS = 14;

/**
 * Returns functions that write a time: `today`, `3 days ago`, `12 Mar`; as a date with clock time;
 * as a date.
 */
export function useMoments() {
  const { t, ago, date, shortDate, time } = useMessages();
  const today = useToday(deviceZone());
  const dayOf = (instant: string) => dateFromInstant(instant, deviceZone());
  return {
    day: (instant: string | null): string => {
      const day = instant === null ? null : dayOf(instant);
      if (day === null) return t('common.never');
      const isRecent = Date.parse(today) - Date.parse(day) < AGO_UP_TO_DAYS * 86_400_000;
      return isRecent ? ago(day, today) : shortDate(day, today);
    },
    moment: (instant: string | null): string => {
      const day = instant === null ? null : dayOf(instant);
      if (instant === null || day === null) return t('common.never');
      return t('admin.moment', { date: date(day), time: time(new Date(instant)) });
    },
    date: (instant: string): string => date(dayOf(instant) ?? instant),
    today,
  };
}
