import { randomBytes } from 'node:crypto';
import type { AccountParts } from './account-parts.ts';
import type { AccountResult } from './accounts.ts';
import { linksOfAddress } from './links-of-address.ts';
import type { OneUseKind } from './one-use.ts';
import {
  EMAIL_TAKE_BACK_MS,
  formerEmailsOf,
  type PendingEmail,
  type StoredAccount,
} from './stored-account.ts';

const HOUR_MS = 60 * 60_000;
/** How long the link in the mail to the new address is valid. */
const CONFIRM_HOURS = 24;
const TAKE_BACK_HOURS = EMAIL_TAKE_BACK_MS / HOUR_MS;
/** Limit of addresses that an account may replace within one day. */
const MOST_FORMER = 5;

export type EmailLinkKind = Extract<OneUseKind, 'email-confirm' | 'email-take-back'>;

/** What a link of these mails stands for. */
export interface EmailLink {
  kind: EmailLinkKind;
  account: StoredAccount;
  changeId: string;
  /** The address that is valid after the link is used. */
  email: string;
}

export type EmailLinkAnswer =
  | { ok: true; link: EmailLink }
  | { ok: false; code: 'link-invalid' | 'link-expired' };

export type EmailChangeServices = Pick<
  AccountParts,
  'accounts' | 'oneUse' | 'limits' | 'mailer' | 'clock'
>;

type EmailResult = AccountResult | { ok: false; code: 'link-invalid' };

const INVALID = { ok: false, code: 'link-invalid' } as const;

/**
 * The steps of a change of e-mail address: request, confirmation by the new owner, reversal by the
 * old one.
 */
export class EmailChanges {
  readonly #services: EmailChangeServices;

  constructor(services: EmailChangeServices) {
    this.#services = services;
  }

  /** The field to write into an account for a new address; `null`: too many changes in a day. */
  pending(account: StoredAccount, email: string): PendingEmail | null {
    const { clock } = this.#services;
    if (formerEmailsOf(account, clock()).length >= MOST_FORMER) return null;
    const { username, socials } = account;
    return {
      id: randomBytes(12).toString('hex'),
      email,
      asked: clock().toISOString(),
      was: { email: account.email, username, socials },
    };
  }

  /** Sends the mails after it was written, to the new address and to the old one. */
  async tell(account: StoredAccount): Promise<void> {
    const { pendingEmail, email } = account;
    if (pendingEmail === undefined) return;
    await this.#tellOld(email, account, 'email-asked', pendingEmail);
    await this.sendLink(account);
  }

  /** Sends the mail to the new address only. */
  async sendLink(account: StoredAccount): Promise<void> {
    const { accounts, oneUse, mailer } = this.#services;
    const { id: accountId, pendingEmail, firstName, username, language } = account;
    if (pendingEmail === undefined) return;
    const { id: changeId, email } = pendingEmail;
    const owner = await accounts.byEmail(email);
    if (owner !== null && owner.id !== accountId) return this.#tellOwner(owner);
    const hours = CONFIRM_HOURS;
    const secret = await oneUse.issue('email-confirm', { accountId, changeId }, hours * HOUR_MS);
    const params = { firstName, username, email, secret, hours };
    await mailer.send({ to: email, language, kind: 'email-confirm', params });
  }

  /** What a link stands for; it stays usable. */
  async check(secret: string): Promise<EmailLinkAnswer> {
    const confirm = await this.#linkOf('email-confirm', secret);
    if (confirm.ok || confirm.code === 'link-expired') return confirm;
    return this.#linkOf('email-take-back', secret);
  }

  /** Makes the new address valid, once; mails the old address. */
  async confirm(secret: string, { account: { id }, changeId }: EmailLink): Promise<EmailResult> {
    const { accounts, oneUse, clock } = this.#services;
    if (!(await oneUse.take('email-confirm', secret)).ok) return INVALID;
    const result = await accounts.update(id, (account) => {
      const { pendingEmail } = account;
      if (pendingEmail?.id !== changeId) return { refused: 'conflict' };
      const { email, was } = pendingEmail;
      const former = { id: changeId, counted: clock().toISOString(), was };
      return {
        email,
        pendingEmail: undefined,
        formerEmails: [...formerEmailsOf(account, clock()), former],
      };
    });
    if (result.ok) {
      const { email, formerEmails = [] } = result.account;
      const old = formerEmails.at(-1)?.was.email;
      if (old !== undefined) {
        await this.#tellOld(old, result.account, 'email-changed', { id: changeId, email });
      }
    }
    // The address was taken in the meantime, so the pending change can never become valid.
    if (!result.ok && result.code === 'email-taken') {
      await accounts.update(id, ({ pendingEmail }) =>
        pendingEmail?.id === changeId ? { pendingEmail: undefined } : {},
      );
    }
    return result;
  }

  /**
   * Restores the old address, once, with the user name and linked accounts of that time; removes
   * the password and ends every session.
   */
  async takeBack(secret: string, { account: { id }, changeId }: EmailLink): Promise<EmailResult> {
    const { accounts, oneUse, clock } = this.#services;
    if (!(await oneUse.take('email-take-back', secret)).ok) return INVALID;
    // The former name and links may belong to others by now; the address is reserved for its
    // owner.
    const ways = [
      { name: true, links: true },
      { name: false, links: true },
      { name: false, links: false },
    ];
    let result: AccountResult = { ok: false, code: 'conflict' };
    for (const { name, links } of ways) {
      result = await accounts.update(id, (account) => {
        const change = this.#changeOf(account, changeId);
        if (change === null || change === 'late') return { refused: 'conflict' };
        const { was, earlier } = change;
        return {
          email: was.email,
          username: name ? was.username : account.username,
          socials: links ? linksOfAddress(was.socials, was.email) : {},
          // The person who changed the address may know the password. This also ends every session.
          passwordHash: null,
          passwordChanged: clock().toISOString(),
          pendingEmail: undefined,
          formerEmails: earlier,
        };
      });
      if (result.ok || (result.code !== 'name-taken' && result.code !== 'social-taken')) break;
    }
    return result;
  }

  async #tellOld(
    to: string,
    { id: accountId, firstName, username, language }: StoredAccount,
    kind: 'email-asked' | 'email-changed',
    { id: changeId, email }: { id: string; email: string },
  ): Promise<void> {
    const { oneUse, mailer } = this.#services;
    // A pending change may still be confirmed until its link expires, so this link must outlive
    // that.
    const hours = kind === 'email-asked' ? CONFIRM_HOURS + TAKE_BACK_HOURS : TAKE_BACK_HOURS;
    const secret = await oneUse.issue('email-take-back', { accountId, changeId }, hours * HOUR_MS);
    const params = { firstName, username, email, secret, hours: TAKE_BACK_HOURS };
    await mailer.send({ to, language, kind, params });
  }

  /**
   * Mails the owner of an address that another account asked for; that account does not learn it.
   */
  async #tellOwner({ id, firstName, username, email, language }: StoredAccount): Promise<void> {
    const { limits, mailer } = this.#services;
    if (!limits.mayTellTried(id)) return;
    const params = { firstName, username };
    await mailer.send({ to: email, language, kind: 'email-tried', params });
  }

  /** The change that a reversal is about: still pending, or valid for less than a day. */
  #changeOf(account: StoredAccount, changeId: string) {
    const { pendingEmail, formerEmails = [] } = account;
    const kept = formerEmailsOf(account, this.#services.clock());
    if (pendingEmail?.id === changeId) return { was: pendingEmail.was, earlier: kept };
    const at = kept.findIndex(({ id }) => id === changeId);
    const found = kept[at];
    if (found !== undefined) return { was: found.was, earlier: kept.slice(0, at) };
    return formerEmails.some(({ id }) => id === changeId) ? 'late' : null;
  }

  async #linkOf(kind: EmailLinkKind, secret: string): Promise<EmailLinkAnswer> {
    const answer = await this.#services.oneUse.peek(kind, secret);
    if (!answer.ok) {
      return { ok: false, code: answer.reason === 'expired' ? 'link-expired' : 'link-invalid' };
    }
    const { accountId, changeId } = answer.payload;
    const account = await this.#services.accounts.byId(accountId);
    if (account === null) return INVALID;
    const { pendingEmail } = account;
    if (kind === 'email-confirm') {
      if (pendingEmail?.id !== changeId) return INVALID;
      return { ok: true, link: { kind, account, changeId, email: pendingEmail.email } };
    }
    const change = this.#changeOf(account, changeId);
    if (change === null) return INVALID;
    if (change === 'late') return { ok: false, code: 'link-expired' };
    return { ok: true, link: { kind, account, changeId, email: change.was.email } };
  }
}
