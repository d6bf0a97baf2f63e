import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../testing/soon.ts';
import { aFolder } from '../testing/test-app.ts';
import type { MailDraft } from './mail-draft.ts';
import { createMailer, type Mailer, type MailerOptions } from './mailer.ts';
import { startSmtpSink } from './testing/smtp-sink.ts';

const NOW = new Date('2026-03-14T10:42:07.123Z');
const SECRET = 'q7Jx-very_secret';
const HOUR_MS = 60 * 60_000;
const RESET: MailDraft = {
  to: 'ana@example.org',
  language: 'es',
  kind: 'reset',
  params: { firstName: 'Ana', username: 'ana.lopez', secret: SECRET, hours: 1 },
};

/** Collects every line that would be logged as one text. */
function aLog() {
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  return { log: { warn: write, error: write } as MailerOptions['log'], lines };
}

function aMailer(different: Partial<MailerOptions>): { mailer: Mailer; lines: string[] } {
  const { log, lines } = aLog();
  const mailer = createMailer({
    smtpUrl: null,
    from: { name: 'Crece', address: 'crece@example.org' },
    dataDir: aFolder(),
    publicUrl: () => 'https://crece.example.org',
    supportContact: null,
    log,
    clock: () => NOW,
    queue: { retryDelaysMs: [1, 1] },
    ...different,
  });
  onTestFinished(() => mailer.close());
  return { mailer, lines };
}

async function aSink() {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  return sink;
}

describe('a mailer with a mail server', () => {
  it('sends text and HTML to one address, with a link to the public address', async () => {
    const sink = await aSink();
    const { mailer, lines } = aMailer({ smtpUrl: sink.url });
    await mailer.send(RESET);
    await soon(() => expect(sink.mails).toHaveLength(1));
    const [mail] = sink.mails;
    expect([mail?.from, mail?.to]).toEqual(['crece@example.org', ['ana@example.org']]);
    expect(mail?.parsed).toMatchObject({
      from: { name: 'Crece', address: 'crece@example.org' },
      to: [{ name: '', address: 'ana@example.org' }],
      subject: 'Una contraseña nueva para Crece',
      date: '2026-03-14T10:42:07.000Z',
    });
    const link = `https://crece.example.org/password/reset/${SECRET}`;
    expect(mail?.parsed.text).toContain(`Poner una contraseña nueva:\n${link}\n`);
    expect(mail?.parsed.html).toContain(`<a href="${link}" style=`);
    expect(mail?.parsed.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(lines).toEqual([]);
  });

  it.each([
    'ana@example.org\r\nBcc: eve@example.org',
    'ana@example.org, eve@example.org',
    'Ana <ana@example.org>',
    'ana@example.org>\r\nRCPT TO:<eve@example.org',
    '',
  ])('writes to nobody if the address is %j', async (to) => {
    const sink = await aSink();
    const { mailer, lines } = aMailer({ smtpUrl: sink.url });
    await mailer.send({ ...RESET, to });
    await mailer.send(RESET);
    await soon(() => expect(sink.mails.map((mail) => mail.to)).toEqual([['ana@example.org']]));
    expect(lines).toEqual(['[{"kind":"reset"},"a mail has no address that can be written to"]']);
  });

  it('never lets a name or user name become a header or a command', async () => {
    const sink = await aSink();
    const { mailer } = aMailer({ smtpUrl: sink.url });
    const evil = 'Ana\r\nBcc: eve@example.org\r\n.\r\nRCPT TO:<eve@example.org>\r\n';
    await mailer.send({
      ...RESET,
      kind: 'reset',
      params: { firstName: evil, username: evil, secret: `x\r\n${evil}`, hours: 1 },
    });
    await soon(() => expect(sink.mails).toHaveLength(1));
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(['ana@example.org']);
    expect(mail?.parsed.bcc).toBeUndefined();
    const headers = mail?.parsed.headers.map(({ key }) => key).sort();
    expect(headers).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
  });

  it('retries when the server is busy, and logs nothing', async () => {
    const sink = await aSink();
    const { mailer, lines } = aMailer({ smtpUrl: sink.url });
    sink.refuseNext(2, 451, 'busy');
    await mailer.send(RESET);
    await soon(() => expect(sink.mails).toHaveLength(1));
    expect(sink.refusals()).toBe(2);
    // Once, however often it is tried.
    expect(lines).toEqual([
      '[{"kind":"reset","code":"EMESSAGE","reply":451},"a mail waits and is tried again for a day"]',
    ]);
  });

  it('gives up on a final refusal and logs its code without personal data', async () => {
    const sink = await aSink();
    const { mailer, lines } = aMailer({ smtpUrl: sink.url });
    sink.refuseNext(9, 550, 'no such user ana@example.org');
    await mailer.send(RESET);
    await soon(() => expect(lines).toHaveLength(1));
    expect(lines).toEqual([
      '[{"kind":"reset","why":"given-up","code":"EMESSAGE","reply":550},"a mail could not be sent"]',
    ]);
    expect(sink.refusals()).toBe(1);
  });

  it('returns at once although no server listens, and gives up after its retries', async () => {
    const sink = await startSmtpSink();
    await sink.close();
    const { mailer, lines } = aMailer({ smtpUrl: sink.url });
    await mailer.send(RESET);
    expect(lines).toEqual([]);
    await soon(() => expect(lines).toHaveLength(2));
    expect(lines[0]).toContain('"a mail waits and is tried again for a day"');
    expect(lines[1]).toContain('"why":"given-up","code":"ESOCKET","reply":null');
    expect(lines.join('')).not.toMatch(/ana|q7Jx/);
  });

  it('sends at its close what was handed over before', async () => {
    const sink = await aSink();
    const { mailer } = aMailer({ smtpUrl: sink.url });
    for (let count = 0; count < 5; count += 1) await mailer.send(RESET);
    await mailer.close();
    expect(sink.mails).toHaveLength(5);
  });
});

describe('a mailer without a mail server', () => {
  it('writes the mail to a file for the server’s user only, and logs only where it is', async () => {
    const dataDir = aFolder();
    const { mailer, lines } = aMailer({ dataDir });
    await mailer.send(RESET);
    await mailer.close();
    const folder = join(dataDir, 'mail');
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^2026-03-14T10-42-07-123Z-reset-[0-9a-f]{8}\.eml$/);
    const file = join(folder, name);
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    const parsed = await PostalMime.parse(readFileSync(file));
    expect(parsed.to).toEqual([{ name: '', address: 'ana@example.org' }]);
    expect(parsed.text).toContain(`https://crece.example.org/password/reset/${SECRET}`);
    expect(lines).toEqual([
      JSON.stringify([{ file }, 'CRECE_SMTP_URL is not set: a mail was written to a file']),
    ]);
    expect(lines.join()).not.toMatch(/ana|q7Jx/);
  });

  it('logs that the folder is not writable, and reports no error to the caller', async () => {
    const notAFolder = join(aFolder(), 'file');
    writeFileSync(notAFolder, '');
    const { mailer, lines } = aMailer({ dataDir: notAFolder });
    await mailer.send(RESET);
    // First that it could not be stored, then that it waits, then that it was not sent.
    await soon(() => expect(lines).toHaveLength(3));
    expect(lines[2]).toContain('"kind":"reset","why":"given-up","code":"ENOTDIR"');
  });
});

describe('mails of a killed process', () => {
  /** The address of a server on whose port nothing listens any more. */
  async function nobody() {
    const sink = await startSmtpSink();
    await sink.close();
    return sink.url;
  }
  const filesIn = (dataDir: string) => readdirSync(join(dataDir, 'outbox'));
  const CHANGED: MailDraft = {
    to: 'ben@example.org',
    language: 'en',
    kind: 'password-changed',
    params: { firstName: 'Ben', username: 'ben', at: NOW, dropped: [] },
  };

  it('mails are stored before the caller continues, for the server’s user only, and sent by the next process', async () => {
    const dataDir = aFolder();
    // As if killed: the first mailer is not used any more.
    const first = aMailer({
      smtpUrl: await nobody(),
      dataDir,
      queue: { retryDelaysMs: [HOUR_MS] },
    });
    await first.mailer.send(RESET);
    await first.mailer.send(CHANGED);
    expect(filesIn(dataDir)).toHaveLength(2);
    for (const file of filesIn(dataDir)) {
      expect(statSync(join(dataDir, 'outbox', file)).mode & 0o777).toBe(0o600);
    }
    // A half-written file as after a kill, and a file that is no mail.
    writeFileSync(join(dataDir, 'outbox', 'x.json.part'), '{"se');
    writeFileSync(join(dataDir, 'outbox', 'x.json'), '{"se');
    const sink = await aSink();
    const second = aMailer({ smtpUrl: sink.url, dataDir });
    await second.mailer.resume();
    await soon(() => expect(sink.mails).toHaveLength(2));
    expect(sink.mails.map(({ to }) => to[0]).sort()).toEqual([
      'ana@example.org',
      'ben@example.org',
    ]);
    await soon(() => expect(filesIn(dataDir)).toEqual([]));
    expect(second.lines).toEqual([]);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('a mail is given up %i ms after a day, with a line in the log', async (late, sent) => {
    const dataDir = aFolder();
    const first = aMailer({
      smtpUrl: await nobody(),
      dataDir,
      queue: { retryDelaysMs: [HOUR_MS] },
    });
    await first.mailer.send(RESET);
    const sink = await aSink();
    const clock = () => new Date(NOW.getTime() + 24 * HOUR_MS + late);
    const { mailer, lines } = aMailer({ smtpUrl: sink.url, dataDir, clock });
    await mailer.resume();
    await soon(() => expect(filesIn(dataDir)).toEqual([]));
    expect(sink.mails).toHaveLength(sent);
    expect(lines.join().includes('given-up')).toBe(sent === 0);
    expect(lines.join()).not.toContain(SECRET);
  });

  it('mails are sent after an orderly stop too', async () => {
    const dataDir = aFolder();
    const queue = { retryDelaysMs: [HOUR_MS], closeWithinMs: 50 };
    const first = aMailer({ smtpUrl: await nobody(), dataDir, queue });
    await first.mailer.send(RESET);
    await first.mailer.close();
    expect(filesIn(dataDir)).toHaveLength(1);
  });
});
