import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSmtpSink } from '../../mail/testing/smtp-sink.ts';
import { aFolder } from '../../testing/test-app.ts';
import { typed } from '../testing/typed.ts';

async function aSink() {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  vi.stubEnv('CRECE_SMTP_URL', sink.url);
  vi.stubEnv('CRECE_MAIL_FROM', 'Crece <crece@example.org>');
  return sink;
}

describe('crece mail test', () => {
  it('sends a mail in both languages without a link, and says what the server answered', async () => {
    const sink = await aSink();
    const { exitCode, said } = await typed(aFolder(), ['mail', 'test', 'ana@example.org']);
    expect([exitCode, said]).toEqual([
      0,
      [
        expect.stringMatching(/^The mail server took it: 250 /),
        'Look into the mailbox of ana@example.org, and among its spam.',
      ],
    ]);
    expect(sink.mails).toMatchObject([{ from: 'crece@example.org', to: ['ana@example.org'] }]);
    const { text = '', html } = sink.mails[0]?.parsed ?? {};
    expect(text).toContain('mails arrive');
    expect(text).toContain('los correos llegan');
    expect([text.includes('http'), html]).toEqual([false, undefined]);
  });

  it('says what the mail server has against it, and what mends that', async () => {
    const sink = await aSink();
    sink.refuseNext(1, 550, 'no such user here');
    const refused = await typed(aFolder(), ['mail', 'test', 'ana@example.org']);
    expect([refused.exitCode, refused.said[0]]).toEqual([
      1,
      expect.stringMatching(/^The mail was not sent: .*550.*no such user here\n/),
    ]);
    vi.stubEnv('CRECE_SMTP_URL', 'smtp://127.0.0.1:9');
    const away = await typed(aFolder(), ['mail', 'test', 'ana@example.org']);
    expect(away.said[0]).toMatch(
      /^The mail was not sent: .+\nCorrect CRECE_SMTP_URL, or open the way/,
    );
  });

  it.each([
    [['mail'], 2, 'It is "mail test ADDRESS".'],
    [['mail', 'test'], 2, 'It is "mail test ADDRESS".'],
    [['mail', 'test', 'a@example.org', 'b@example.org'], 2, 'It is "mail test ADDRESS".'],
    [['mail', 'test', 'ana'], 1, '"ana" is no address that mails can be sent to.'],
    [['mail', 'test', 'ana@example.org'], 1, 'CRECE_SMTP_URL is not set'],
  ])('is told how, or why not: %s', async (args, code, sentence) => {
    const { exitCode, said } = await typed(aFolder(), args);
    expect([exitCode, said[0]]).toEqual([code, expect.stringContaining(sentence)]);
  });
});
