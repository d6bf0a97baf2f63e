import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** One mail as a server received it. */
export interface ReceivedMail {
  /** Envelope. */
  from: string;
  to: readonly string[];
  raw: string;
  parsed: Email;
}

/** A real SMTP server that stores what it receives. */
export interface SmtpSink {
  url: string;
  mails: readonly ReceivedMail[];
  /** Refuses this many of the next mails with this reply, such as `550 no such user`. */
  refuseNext(times: number, code: number, text: string): void;
  /** How many mails were refused. */
  refusals(): number;
  close(): Promise<void>;
}

/** Starts the sink on a free port of this machine. */
export async function startSmtpSink({ port = 0 } = {}): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  let refusal = { times: 0, code: 0, text: '' };
  let refusals = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const receive = async () => {
        const raw = await buffer(stream);
        const { times, code, text } = refusal;
        if (refusals < times) {
          refusals += 1;
          done(Object.assign(new Error(text), { responseCode: code }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString('utf8'),
          parsed: await PostalMime.parse(raw),
        });
        done();
      };
      receive().catch(done);
    },
  });
  // Errors of clients that hang up are ignored.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actualPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    mails,
    refuseNext: (times, code, text) => {
      refusal = { times: refusals + times, code, text };
    },
    refusals: () => refusals,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
