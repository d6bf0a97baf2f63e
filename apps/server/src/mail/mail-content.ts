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

const passwordPath = (secret: string) => `/password/reset/${encodeURIComponent(secret)}`;
const emailPath = (secret: string) => `/authentication/email/${encodeURIComponent(secret)}`;

function bodyOf(mail: MailDraft, speaker: MailSpeaker, around: Surroundings): Body {
  const { t } = speaker;
  const contact = around.supportContact ?? t('mail.your-administrator');
  const { username } = mail.params;
  const button = (label: Parameters<typeof t>[0], path: string): Body['action'] => ({
    label: t(label),
    url: `${around.publicUrl}${path}`,
  });
  const plain = { action: null, remarks: [] };
  const otherPassword = {
    action: button('mail.password-changed-button', '/password/forgot'),
    remarks: [],
  };
  switch (mail.kind) {
    case 'reset':
    case 'invitation': {
      const { secret, hours } = mail.params;
      const more = mail.kind === 'reset' ? 'mail.reset-not-you' : 'mail.invitation-late';
      return {
        subject: t(`mail.${mail.kind}-subject`),
        paragraphs: [t(`mail.${mail.kind}-body`, { username })],
        action: button(`mail.${mail.kind}-button`, passwordPath(secret)),
        remarks: [t('mail.link-lifetime', { hours }), t(more)],
      };
    }
    case 'email-confirm': {
      const { secret, hours } = mail.params;
      return {
        subject: t('mail.email-confirm-subject'),
        paragraphs: [t('mail.email-confirm-body', { username })],
        action: button('mail.email-confirm-button', emailPath(secret)),
        remarks: [t('mail.link-lifetime', { hours }), t('mail.email-confirm-not-you')],
      };
    }
    case 'email-asked':
    case 'email-changed': {
      const { secret, hours, email } = mail.params;
      return {
        subject: t(`mail.${mail.kind}-subject`),
        paragraphs: [
          t(`mail.${mail.kind}-body`, { username, email }),
          t('mail.email-take-back-what', { contact }),
        ],
        action: button('mail.email-take-back-button', emailPath(secret)),
        remarks: [t(`mail.${mail.kind}-lifetime`, { hours })],
      };
    }
    case 'email-tried':
      return {
        subject: t('mail.email-tried-subject'),
        paragraphs: [
          t('mail.email-tried-body', { username }),
          t('mail.email-tried-what', { username }),
        ],
        ...plain,
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
        ...otherPassword,
      };
    }
    case 'password-changed': {
      const { at, dropped } = mail.params;
      const providers = dropped.join(', ');
      return {
        subject: t('mail.password-changed-subject'),
        paragraphs: [
          t('mail.password-changed-body', { username, instant: speaker.instant(at) }),
          ...(dropped.length === 0 ? [] : [t('mail.password-changed-dropped', { providers })]),
          t('mail.password-changed-not-you', { contact }),
        ],
        ...otherPassword,
      };
    }
    case 'role-answer':
      return mail.params.granted
        ? {
            subject: t('mail.role-granted-subject'),
            paragraphs: [t('mail.role-granted-body', { username })],
            action: button('mail.role-granted-button', '/'),
            remarks: [],
          }
        : {
            subject: t('mail.role-refused-subject'),
            paragraphs: [
              t('mail.role-refused-body', { username }),
              t('mail.role-refused-ask', { contact }),
            ],
            ...plain,
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
