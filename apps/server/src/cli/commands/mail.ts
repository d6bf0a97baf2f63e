import { checkEmail } from '@crece/domain';
import { sendTestMail } from '../../mail/send-test-mail.ts';
import { readConfig } from '../../start/read-config.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { mistyped } from '../typed-options.ts';

const MENDS: Readonly<Record<string, string>> = {
  EAUTH: 'Correct name and password in CRECE_SMTP_URL (@ is written %40).',
  EENVELOPE:
    'Set CRECE_MAIL_FROM to an address that this account may send from, or correct the address.',
  ETLS: 'Correct CRECE_SMTP_URL: smtps:// for a connection that is encrypted from its start.',
};
const NOT_REACHED = 'Correct CRECE_SMTP_URL, or open the way to the mail server.';

function refusalOf(error: unknown): CliError {
  const { code, message } = error as { code?: string; message?: string };
  const mend = MENDS[code ?? ''] ?? NOT_REACHED;
  return new CliError(`The mail was not sent: ${message ?? String(error)}\n${mend}`, 1);
}

/** `crece mail test ADDRESS`: whether mails leave this server, and arrive. */
export async function runMail(args: readonly string[], { say }: Console): Promise<void> {
  const [what, to = '', ...more] = args;
  if (what !== 'test' || to === '' || more.length > 0) throw mistyped('It is "mail test ADDRESS".');
  const address = checkEmail(to);
  if (!address.ok) throw new CliError(`"${to}" is no address that mails can be sent to.`, 1);
  const { mail } = readConfig();
  const { smtpUrl } = mail;
  if (smtpUrl === null) {
    throw new CliError(
      'CRECE_SMTP_URL is not set: mails are written to files of the data folder, and nobody receives them.',
      1,
    );
  }
  const answer = await sendTestMail({ ...mail, smtpUrl }, address.value).catch((error: unknown) => {
    throw refusalOf(error);
  });
  say(`The mail server took it: ${answer}`);
  say(`Look into the mailbox of ${address.value}, and among its spam.`);
}
