import { createMailSpeaker, type MailSpeaker } from '@crece/messages/mail';
import type { MailDraft } from './mail-draft.ts';

/** The content of a mail before its layout; all values are plain text. */
export interface MailContent {
  language: string;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  action: { label: string; url: string } | null;
  /** Placed below the button. */
  remarks: readonly string[];
  linkByHand: string;
  footer: string;
}

type Body = Pick<MailContent, 'subject' | 'paragraphs' | 'action' | 'remarks'>;

interface Surroundings {
  publicUrl: string;
  supportContact: string | null;
}

/**
 * Letters, marks, blanks, apostrophes, hyphens and dots at the end of a word. Without this check
 * somebody who signs up with another person's address could send them an advertisement as a name.
 */
const PLAIN_NAME = /^(?:[\p{L}\p{M}'’ -]|\.(?= |$)){1,50}$/u;

function greetingOf(speaker: MailSpeaker, name: string): string {
  return PLAIN_NAME.test(name)
    ? speaker.t('mail.greeting', { name })
    : speaker.t('mail.greeting-plain');
}

function passwordLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/password/reset/${encodeURIComponent(secret)}`;
}

function emailLink(publicUrl: string, secret: string): string {
  return `${publicUrl}/authentication/email/${encodeURIComponent(secret)}`;
}

function bodyOf(mail: MailDraft, speaker: MailSpeaker, around: Surroundings): Body {
  const { t } = speaker;
  const { publicUrl } = around;
  const contact = around.supportContact ?? t('mail.your-administrator');
  const { username } = mail.params;
  switch (mail.kind) {
    case 'reset':
      return {
        subject: t('mail.reset-subject'),
        paragraphs: [t('mail.reset-body', { username })],
        action: { label: t('mail.reset-button'), url: passwordLink(publicUrl, mail.params.secret) },
        remarks: [t('mail.link-lifetime', { hours: mail.params.hours }), t('mail.reset-not-you')],
      };
    case 'invitation':
      return {
        subject: t('mail.invitation-subject'),
        paragraphs: [t('mail.invitation-body', { username })],
        action: {
          label: t('mail.invitation-button'),
          url: passwordLink(publicUrl, mail.params.secret),
        },
        remarks: [t('mail.link-lifetime', { hours: mail.params.hours }), t('mail.invitation-late')],
      };
    case 'email-confirm':
      return {
        subject: t('mail.email-confirm-subject'),
        paragraphs: [t('mail.email-confirm-body', { username })],
        action: {
          label: t('mail.email-confirm-button'),
          url: emailLink(publicUrl, mail.params.secret),
        },
        remarks: [
          t('mail.link-lifetime', { hours: mail.params.hours }),
          t('mail.email-confirm-not-you'),
        ],
      };
    case 'email-asked':
    case 'email-changed':
      return {
        subject: t(`mail.${mail.kind}-subject`),
        paragraphs: [
          t(`mail.${mail.kind}-body`, { username, email: mail.params.email }),
          t('mail.email-take-back-what', { contact }),
        ],
        action: {
          label: t('mail.email-take-back-button'),
          url: emailLink(publicUrl, mail.params.secret),
        },
        remarks: [t(`mail.${mail.kind}-lifetime`, { hours: mail.params.hours })],
      };
    case 'email-tried':
      return {
        subject: t('mail.email-tried-subject'),
        paragraphs: [
          t('mail.email-tried-body', { username }),
          t('mail.email-tried-what', { username }),
        ],
        action: null,
        remarks: [],
      };
    case 'social-linked':
    case 'social-unlinked': {
      const { provider, at } = mail.params;
      return {
        subject: t(`mail.${mail.kind}-subject`, { provider }),
        paragraphs: [
          t(`mail.${mail.kind}-body`, { username, provider, instant: speaker.instant(at) }),
          t('mail.social-not-you', { contact }),
        ],
        action: {
          label: t('mail.password-changed-button'),
          url: `${publicUrl}/password/forgot`,
        },
        remarks: [],
      };
    }
    case 'password-changed':
      return {
        subject: t('mail.password-changed-subject'),
        paragraphs: [
          t('mail.password-changed-body', { username, instant: speaker.instant(mail.params.at) }),
          ...(mail.params.dropped.length === 0
            ? []
            : [t('mail.password-changed-dropped', { providers: mail.params.dropped.join(', ') })]),
          t('mail.password-changed-not-you', { contact }),
        ],
        action: {
          label: t('mail.password-changed-button'),
          url: `${publicUrl}/password/forgot`,
        },
        remarks: [],
      };
    case 'role-answer':
      return mail.params.granted
        ? {
            subject: t('mail.role-granted-subject'),
            paragraphs: [t('mail.role-granted-body', { username })],
            action: { label: t('mail.role-granted-button'), url: `${publicUrl}/` },
            remarks: [],
          }
        : {
            subject: t('mail.role-refused-subject'),
            paragraphs: [
              t('mail.role-refused-body', { username }),
              t('mail.role-refused-ask', { contact }),
            ],
            action: null,
            remarks: [],
          };
  }
}

/** Words a mail. Links use the given public address, never a host name from a request. */
export function wordMail(mail: MailDraft, around: Surroundings): MailContent {
  const speaker = createMailSpeaker(mail.language);
  return {
    language: mail.language,
    greeting: greetingOf(speaker, mail.params.firstName.trim()),
    ...bodyOf(mail, speaker, around),
    linkByHand: speaker.t('mail.link-by-hand'),
    footer: speaker.t('mail.footer'),
  };
}
