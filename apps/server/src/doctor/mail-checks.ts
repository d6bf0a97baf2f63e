import { lastMail } from '../mail/last-mail.ts';
import { type MailServerFault, tryMailServer } from '../mail/try-mail-server.ts';
import { MAIL_LATE_MS, waitingMails } from '../watch/readiness.ts';
import { type DoctorCheck, type DoctorFinding, fault, warning } from './finding.ts';

const TEST = 'crece mail test ADDRESS';

const MENDS: Readonly<Record<NonNullable<MailServerFault>['at'], string>> = {
  connection: 'correct CRECE_SMTP_URL, or open the way to the mail server',
  login: 'correct name and password in CRECE_SMTP_URL (@ is written %40)',
  sender: 'set CRECE_MAIL_FROM to an address that this account may send from',
};

/** The mail server takes mails of our sender. */
export const mailServer: DoctorCheck = {
  name: 'mail server',
  async look({ config: { mail } }) {
    if (mail.smtpUrl === null) {
      return [
        warning(
          'No mail server is set: links to set a password reach nobody.',
          'CRECE_SMTP_URL=smtps://… and CRECE_MAIL_FROM=…',
        ),
      ];
    }
    const { address } = mail.from;
    const found = await tryMailServer(mail.smtpUrl, address, address);
    if (found === null) return [];
    return [fault(`The mail server refuses (${found.at}): ${found.words}`, MENDS[found.at])];
  },
};

/** Mails that were asked for arrive. */
export const mailsSent: DoctorCheck = {
  name: 'mails',
  async look({ config: { dataDir }, clock }) {
    const findings: DoctorFinding[] = [];
    const waiting = await waitingMails(dataDir);
    const [oldest] = waiting;
    if (oldest !== undefined && clock().getTime() - oldest.getTime() > MAIL_LATE_MS) {
      findings.push(
        warning(`${waiting.length} mails wait, the oldest since ${oldest.toISOString()}.`, TEST),
      );
    }
    const { sent, lost } = await lastMail(dataDir);
    if (lost !== null && (sent === null || lost > sent)) {
      const since = sent === null ? 'ever' : `since ${sent.toISOString()}`;
      findings.push(
        fault(
          `No mail was sent ${since}; the last one was given up on ${lost.toISOString()}.`,
          TEST,
        ),
      );
    }
    return findings;
  },
};
