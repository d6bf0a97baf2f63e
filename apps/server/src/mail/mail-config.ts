import { z } from 'zod';

/** The sender of a mail. */
export interface MailAddress {
  /** May be empty. */
  name: string;
  address: string;
}

export interface MailConfig {
  /** `null`: mails are written to files. */
  smtpUrl: string | null;
  from: MailAddress;
}

const SMTP_PROTOCOLS = ['smtp:', 'smtps:'];
/** Mails in files need a sender too; nothing is ever sent from this one. */
const FROM_OF_FILES: MailAddress = { name: 'Crece', address: 'crece@localhost' };

/**
 * `crece@example.org`, or `Crece <crece@example.org>`. Without control characters, so it cannot
 * inject a header.
 */
const FROM =
  /^(?:(?<name>[^<>"@\p{Cc}]{1,100}?)\s*<(?<inBrackets>[^\s<>@,;:"()]+@[^\s<>@,;:"()]+)>|(?<bare>[^\s<>@,;:"()]+@[^\s<>@,;:"()]+))$/u;

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && SMTP_PROTOCOLS.includes(url.protocol) && url.hostname !== '';
}

/** The environment variables of mail, to be spread into the schema of the environment. */
export const mailEnvironment = {
  CRECE_SMTP_URL: z
    .string()
    .refine(isSmtpUrl, {
      error: 'must be an address like smtps://name:password@mail.example.org',
    })
    .nullable()
    .default(null),
  CRECE_MAIL_FROM: z
    .string()
    .refine((text) => FROM.test(text), {
      error: 'must be an address like Crece <crece@example.org>',
    })
    .transform((text): MailAddress => {
      const { name = '', inBrackets, bare } = FROM.exec(text)?.groups ?? {};
      return { name: name.trim(), address: inBrackets ?? bare ?? '' };
    })
    .nullable()
    .default(null),
};

export type ParsedMailConfig = { ok: true; config: MailConfig } | { ok: false; problems: string[] };

/** Combines the two variables: a mail server requires a sender. */
export function mailConfigOf(given: {
  CRECE_SMTP_URL: string | null;
  CRECE_MAIL_FROM: MailAddress | null;
}): ParsedMailConfig {
  const { CRECE_SMTP_URL: smtpUrl, CRECE_MAIL_FROM: from } = given;
  if (smtpUrl !== null && from === null) {
    return { ok: false, problems: ['CRECE_MAIL_FROM must be set where CRECE_SMTP_URL is'] };
  }
  return { ok: true, config: { smtpUrl, from: from ?? FROM_OF_FILES } };
}
