import type { MailConfig } from './mail-config.ts';
import { TIMEOUTS } from './mailer.ts';

const SUBJECT = 'Crece: a test of the mail server · una prueba del servidor de correo';
const TEXT = `This mail was sent by the command line of Crece. Whoever reads it need not do anything: mails arrive.

Este correo lo envió la línea de comandos de Crece. Quien lo lea no tiene que hacer nada: los correos llegan.
`;

/** Sends a mail without a link to an address; returns the mail server's answer, or throws its refusal. */
export async function sendTestMail(
  { smtpUrl, from }: MailConfig & { smtpUrl: string },
  to: string,
): Promise<string> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  try {
    const sent = await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject: SUBJECT,
      text: TEXT,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return sent.response;
  } finally {
    transport.close();
  }
}
