import { join } from 'node:path';
import { type ErasureReason, formerAccountWord } from '@crece/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { AccountRefusal, Accounts } from '../accounts/accounts.ts';
import { hashed } from '../accounts/reservations.ts';
import { marksOf, type StoredAccount } from '../accounts/stored-account.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { RetriedQueue } from '../concurrency/retried-queue.ts';
import { type ErasedAccount, ErasedAccounts } from '../erased/erased-accounts.ts';
import { addToErasedFile, ERASED_FILE, readErasedAccounts } from '../erased/erased-file.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { DocumentStore } from '../store/document-store.ts';
import {
  addressesOf,
  type ErasurePlace,
  eraseAccountsAgain,
  eraseItself,
  eraseTraces,
  namesOf,
  userNameTest,
} from './erase-account.ts';

export interface AccountEraserOptions extends ErasurePlace {
  readonly accounts: Accounts;
  readonly accountStore: DocumentStore;
  readonly jobs: Pick<Jobs, 'endThose'>;
  readonly mailer: Pick<Mailer, 'forget'>;
  readonly audit: Pick<AuditLog, 'flush' | 'forget' | 'recordOnce'>;
  /** Where the nightly backups lie; `null`: the server makes none. */
  readonly backupFolder: string | null;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** How long to wait before an erasure that failed is tried again. */
  readonly retryMs?: number;
}

/** Which account is to be erased, by whom and why. */
export interface AccountErasureAsked {
  readonly id: string;
  readonly who: string;
  readonly why: ErasureReason;
  /** Address of the request. */
  readonly from: string | null;
  /** Why it may not be; `null`: it may. */
  readonly refuse: (account: StoredAccount) => AccountRefusal | null;
}

export type AccountErasureResult =
  /** `sharesName`: records cannot tell the account from a living one of the same name. */
  { ok: true; erased: ErasedAccount; sharesName: boolean } | { ok: false; code: AccountRefusal };

/**
 * Erases accounts for good: entered in the register first, then the account itself before the answer,
 * and its traces afterwards; the next start goes on with what a kill left.
 */
export class AccountEraser {
  readonly #options: AccountEraserOptions;
  readonly #register: ErasedAccounts;
  readonly #queue: RetriedQueue;

  constructor(options: AccountEraserOptions) {
    this.#options = options;
    this.#queue = new RetriedQueue(options.retryMs);
    this.#register = new ErasedAccounts(options.accountStore);
  }

  /** Every erased account, the newest first. */
  all(): Promise<ErasedAccount[]> {
    return this.#register.all();
  }

  async begin({ id, who, why, from, refuse }: AccountErasureAsked): Promise<AccountErasureResult> {
    const { accounts, clock } = this.#options;
    const account = await accounts.byId(id);
    if (account === null) return { ok: false, code: 'not-found' };
    const code = refuse(account);
    if (code !== null) return { ok: false, code };
    const at = clock().toISOString();
    const known = { id, at, who, why, ...namesOf(account), mails: addressesOf(account) };
    const erased: ErasedAccount = { ...known, state: 'begun' };
    await this.#register.enter(erased);
    const gone = await eraseItself(this.#options, accounts, id);
    if (!gone.ok && gone.code !== 'not-found') {
      await this.#register.drop(id);
      return gone;
    }
    await this.#tell(erased, from);
    this.#carryOutLater(erased);
    return { ok: true, erased, sharesName: await this.#sharesName(account) };
  }

  /** Goes on with what was begun, also with what only the lists of other places know. */
  async resume(): Promise<void> {
    const { dataDir, backupFolder, log } = this.#options;
    for (const folder of [dataDir, ...(backupFolder === null ? [] : [backupFolder])]) {
      try {
        await this.#register.join(await readErasedAccounts(join(folder, ERASED_FILE)));
      } catch (error) {
        log.error({ err: error, folder }, 'the list of erasures cannot be read');
      }
    }
    await this.#queue.once(async () => {
      const open = (await this.#register.all()).filter(({ state }) => state === 'begun');
      const found = await eraseAccountsAgain(this.#options);
      if (found > 0)
        log.warn({ accounts: found }, 'erased accounts were not gone, and were erased');
      for (const erased of open) await this.#tell(erased, null);
      await this.#keepLists();
    });
  }

  /** Resolves when everything that was begun has ended, or failed for now. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  #carryOutLater(erased: ErasedAccount): void {
    this.#queue.add(
      () => this.#carryOut(erased),
      (err) => {
        this.#options.log.error(
          { err, account: erased.id },
          'the erasure of an account is not complete, and is tried again',
        );
      },
    );
  }

  async #carryOut(erased: ErasedAccount): Promise<void> {
    const { jobs, mailer, audit } = this.#options;
    const { id, mails = [] } = erased;
    await this.#keepLists();
    await jobs.endThose(({ owner }) => owner === id);
    mailer.forget((address) => mails.includes(hashed(address)));
    audit.forget({ isTheirs: userNameTest(erased), word: formerAccountWord(id) });
    // Counts that are not written yet would be of the entries as they were.
    await audit.flush();
    await eraseTraces(this.#options, erased);
    await this.#register.end(id);
    await this.#tell(erased, null);
  }

  /** Whether a living account has one of its names: records of both then keep it. */
  async #sharesName(account: StoredAccount): Promise<boolean> {
    const marks = marksOf(account);
    for await (const other of this.#options.accounts.list()) {
      if (marksOf(other).some((mark) => marks.includes(mark))) return true;
    }
    return false;
  }

  async #keepLists(): Promise<void> {
    const { dataDir, backupFolder } = this.#options;
    const names = await this.#register.names();
    await addToErasedFile(dataDir, new Map(), names);
    // A disk for backups that is away must not keep anybody from being forgotten here.
    if (backupFolder !== null) {
      await addToErasedFile(backupFolder, new Map(), names).catch(() => undefined);
    }
  }

  /** One line in the audit log, also when the server stopped before it was written. */
  async #tell({ id, who, at }: ErasedAccount, from: string | null): Promise<void> {
    if (at === null) return;
    const entry = { what: 'account-erased' as const, who, whom: formerAccountWord(id), from };
    await this.#options.audit.recordOnce([{ ...entry, at, key: `a${id}` }]);
  }
}
