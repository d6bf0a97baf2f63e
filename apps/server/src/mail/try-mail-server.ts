import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared/index.js';
import SmtpConnection from 'nodemailer/lib/smtp-connection/index.js';

/** What a mail server said to a try; `null`: it takes mails of this sender. */
export type MailServerFault = {
  readonly at: 'connection' | 'login' | 'sender';
  readonly words: string;
} | null;

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

const wordsOf = (error: Error & { response?: string | undefined }): string =>
  error.response ?? error.message;

/**
 * Goes as far with a mail server as a mail does before its first line: connects, signs in, names sender
 * and recipient. Nothing is sent, because the connection ends before the mail does.
 */
export function tryMailServer(
  smtpUrl: string,
  sender: string,
  recipient: string,
): Promise<MailServerFault> {
  const options = parseConnectionUrl(smtpUrl);
  const connection = new SmtpConnection({ ...TIMEOUTS, ...options });
  return new Promise<MailServerFault>((resolve) => {
    const end = (found: MailServerFault): void => {
      connection.close();
      resolve(found);
    };
    const nameSender = (): void => {
      // Read only once the server waits for the mail's lines.
      const message = new Readable({ read: () => end(null) });
      connection.send({ from: sender, to: [recipient] }, message, (error) => {
        if (error !== null && error !== undefined) end({ at: 'sender', words: wordsOf(error) });
      });
    };
    connection.on('error', (error) => end({ at: 'connection', words: wordsOf(error) }));
    connection.connect((error) => {
      if (error) return end({ at: 'connection', words: wordsOf(error) });
      const { auth } = options;
      if (auth === undefined) return nameSender();
      connection.login(auth as { user: string; pass: string }, (refused) => {
        if (refused) end({ at: 'login', words: wordsOf(refused) });
        else nameSender();
      });
    });
  });
}
