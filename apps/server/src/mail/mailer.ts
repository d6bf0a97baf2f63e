import { join } from 'node:path';
import { checkEmail } from '@crece/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import { writeMailFile } from './file-delivery.ts';
import { noteMail } from './last-mail.ts';
import type { MailConfig } from './mail-config.ts';
import { wordMail } from './mail-content.ts';
import type { MailDraft } from './mail-draft.ts';
import { htmlOf, plainTextOf } from './mail-layout.ts';
import { type Deliver, MailQueue, type MailQueueOptions } from './mail-queue.ts';
import { type KeptMail, Outbox } from './outbox.ts';

/** Sends mails in the background: neither a fault nor a slow mail server affects an answer. */
export interface Mailer {
  /** Takes over the mail and stores it in the data folder until it is sent; never rejects. */
  send(mail: MailDraft): Promise<void>;
  /** Takes as much work as `send`, but sends nothing. */
  pretend(mail: MailDraft): Promise<void>;
  /** Drops the mails on their way to these addresses. Their files are `forgetMails`'s. */
  forget(isTheirs: (address: string) => boolean): void;
  /** Sends what an earlier process left; must be called once, at start. */
  resume(): Promise<void>;
  /**
   * Waits a few seconds at most for mails being delivered. The rest is sent after the next start.
   */
  close(): Promise<void>;
}

export interface MailerOptions extends MailConfig {
  /**
   * Absolute path of the folder for the outbox, and for mail files when there is no mail server.
   */
  dataDir: string;
  /** Origin of links; called when a mail is worded, because the port may be known late. */
  publicUrl: () => string;
  supportContact: string | null;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  clock?: () => Date;
  /** Whether the clock may be believed; a mail is too old only while it may. */
  mayDropOld?: () => Promise<boolean>;
  queue?: Partial<
    Pick<MailQueueOptions<KeptMail>, 'retryDelaysMs' | 'closeWithinMs' | 'maxWaiting'>
  >;
}

/** Folders of the data folder: mails that were written to files, and mails on their way. */
export const MAIL_FOLDER = 'mail';
export const OUTBOX_FOLDER = 'outbox';
/** A mail that is older than this at a start is given up: its link has expired, or nearly. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000;

/** A silent mail server must not block a place in the queue for nodemailer's ten minutes. */
export const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
};

/** The parts of an error that may be logged: its codes. Its message contains addresses. */
function codesOf(error: unknown): { code: string | null; reply: number | null } {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === 'string' ? code : null,
    reply: typeof responseCode === 'number' ? responseCode : null,
  };
}

/**
 * Replies of 500 and above are final (RFC 5321 section 4.2.1), except 503 (bad sequence of
 * commands), which is about the connection. Without a reply the server was not reached.
 */
function isWorthRetrying(error: unknown): boolean {
  const { reply } = codesOf(error);
  return reply === null || reply < 500 || reply === 503;
}

function messageOf(mail: MailDraft, options: MailerOptions, now: Date): SendMailOptions {
  const content = wordMail(mail, {
    publicUrl: options.publicUrl(),
    supportContact: options.supportContact,
  });
  return {
    from: options.from,
    // An object is one address and is not parsed. Without a name, no text that a person has typed
    // is in a header.
    to: { name: '', address: mail.to },
    subject: content.subject,
    text: plainTextOf(content),
    html: htmlOf(content),
    date: now,
    // RFC 3834: prevents automatic replies such as holiday notices.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Imported with the first mail, so that a server that sends none saves the memory. */
async function loadTransports() {
  const { createTransport } = await import('nodemailer');
  return createTransport;
}

/** Returns a function that creates the value at its first call and keeps it. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function smtpDelivery(url: string, options: MailerOptions, clock: () => Date): Deliver<MailDraft> {
  const transport = once(async () => (await loadTransports())({ url, ...TIMEOUTS }));
  return async (mail) => {
    await (await transport()).sendMail(messageOf(mail, options, clock()));
  };
}

function fileDelivery(options: MailerOptions, clock: () => Date): Deliver<MailDraft> {
  const transport = once(async () =>
    (await loadTransports())({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (mail) => {
    const now = clock();
    const { message } = await (await transport()).sendMail(messageOf(mail, options, now));
    if (!Buffer.isBuffer(message)) throw new Error('nodemailer gave no buffer');
    const file = await writeMailFile(join(options.dataDir, MAIL_FOLDER), mail.kind, message, now);
    options.log.warn({ file }, 'CRECE_SMTP_URL is not set: a mail was written to a file');
  };
}

/** Words and encodes a mail like any other and discards it. */
function pretendedDelivery(options: MailerOptions, clock: () => Date): Deliver<MailDraft> {
  const transport = once(async () =>
    (await loadTransports())({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (mail) => {
    await (await transport()).sendMail(messageOf(mail, options, clock()));
  };
}

/** The server's mailer: by SMTP if a mail server is configured, else into the data folder. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, log, clock = () => new Date(), mayDropOld = async () => true } = options;
  const outbox = new Outbox(join(options.dataDir, OUTBOX_FOLDER));
  const deliver =
    smtpUrl === null ? fileDelivery(options, clock) : smtpDelivery(smtpUrl, options, clock);
  const toNobody = pretendedDelivery(options, clock);
  // Whoever looks at the notes misses one at worst.
  const note = (what: Parameters<typeof noteMail>[1]): Promise<void> =>
    noteMail(options.dataDir, what, clock()).catch(() => undefined);
  const drop = (kept: KeptMail): Promise<void> =>
    outbox.drop(kept).catch((error: unknown) => {
      log.error({ kind: kept.mail.kind, ...codesOf(error) }, 'a mail that was sent is still kept');
    });
  const giveUp = (kept: KeptMail, why: string, error: unknown): void => {
    log.error({ kind: kept.mail.kind, why, ...codesOf(error) }, 'a mail could not be sent');
    // A mail interrupted by the server's stop is sent by the next process.
    if (why === 'stopped') return;
    void note(kept.isPretended ? 'pretended' : 'lost');
    void drop(kept);
  };
  const forgotten: ((address: string) => boolean)[] = [];
  const queue = new MailQueue<KeptMail>({
    deliver: async (kept) => {
      if (forgotten.some((isTheirs) => isTheirs(kept.mail.to))) return drop(kept);
      await (kept.isPretended ? toNobody : deliver)(kept.mail);
      await note(kept.isPretended ? 'pretended' : 'sent');
      await drop(kept);
    },
    isWorthRetrying,
    onLost: giveUp,
    onDelay: ({ mail: { kind } }, error) =>
      log.warn({ kind, ...codesOf(error) }, 'a mail waits and is tried again for a day'),
    ...options.queue,
  });
  async function take(mail: MailDraft, isPretended: boolean): Promise<void> {
    // A safeguard: whatever an account contains, a mail is sent only to one plain address.
    if (!checkEmail(mail.to).ok) {
      log.error({ kind: mail.kind }, 'a mail has no address that can be written to');
      return;
    }
    const now = clock();
    const kept = await outbox.keep(mail, now, isPretended).catch((error: unknown): KeptMail => {
      log.error({ kind: mail.kind, ...codesOf(error) }, 'a mail on its way could not be kept');
      return { file: null, at: now.getTime(), mail, isPretended };
    });
    queue.add(kept);
  }
  return {
    send: (mail) => take(mail, false),
    pretend: (mail) => take(mail, true),
    forget: (isTheirs) => void forgotten.push(isTheirs),
    resume: async () => {
      for (const kept of await outbox.left()) {
        const isOld = clock().getTime() - kept.at > GIVEN_UP_AFTER_MS;
        if (isOld && (await mayDropOld())) giveUp(kept, 'given-up', null);
        else queue.add(kept);
      }
    },
    close: () => queue.close(),
  };
}
