import type { Language } from '@crece/messages';

interface Person {
  firstName: string;
  username: string;
}

interface LinkParams extends Person {
  /** One-use secret of the link. */
  secret: string;
  /** How long the link is valid, in hours. */
  hours: number;
}

/** About a new address; the link in mails to the old address takes it back. */
interface EmailParams extends LinkParams {
  /** The new address. */
  email: string;
}

/** One of the mails that the server writes. */
export type MailDraft = { to: string; language: Language } & (
  | { kind: 'reset' | 'invitation'; params: LinkParams }
  | { kind: 'email-confirm' | 'email-asked' | 'email-changed'; params: EmailParams }
  | { kind: 'email-tried'; params: Person }
  | { kind: 'social-linked' | 'social-unlinked'; params: Person & { provider: string; at: Date } }
  /** `dropped`: other ways to sign in that were removed with the old password. */
  | { kind: 'password-changed'; params: Person & { at: Date; dropped: readonly string[] } }
  | { kind: 'role-answer'; params: Person & { granted: boolean } }
);
