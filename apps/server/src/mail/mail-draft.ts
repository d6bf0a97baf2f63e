import type { Language } from '@crece/messages';

interface Person {
  firstName: string;
  username: string;
}

interface LinkParams extends Person {
  /** One-use secret of the link. */
  secret: string;
  /** How long the link lives. */
  hours: number;
}

/** One of the mails that the server writes. */
export type MailDraft = { to: string; language: Language } & (
  | { kind: 'reset' | 'invitation'; params: LinkParams }
  | { kind: 'password-changed'; params: Person & { at: Date } }
  | { kind: 'role-answer'; params: Person & { granted: boolean } }
);
