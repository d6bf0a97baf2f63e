import { randomBytes, randomUUID } from 'node:crypto';
import { databasesOf } from '@crece/domain';
import type { FastifyInstance } from 'fastify';
import type { AccountParts } from './accounts/account-parts.ts';
import { openAccounts } from './accounts/accounts.ts';
import { type FormerAccounts, formerAccounts } from './accounts/former-names.ts';
import { createOneUse } from './accounts/one-use.ts';
import { createPasswordLinks } from './accounts/password-links.ts';
import type { Passwords } from './accounts/passwords.ts';
import { createAccountLimits } from './accounts/rate-limits.ts';
import { Sessions } from './accounts/sessions.ts';
import { createTokens } from './accounts/tokens.ts';
import { type AuditLog, openAuditLog } from './audit/audit-log.ts';
import { keepAuditWithin } from './audit/retention.ts';
import { createBackground } from './base/background.ts';
import { hasRoomForRecords } from './base/disk-room.ts';
import { saySwept } from './base/say-swept.ts';
import { CATALOGUE_DATABASE, openCatalogue } from './catalogue/catalogue-store.ts';
import { Desk } from './desk/desk.ts';
import { openErasedRegister } from './erased/register.ts';
import { AccountEraser } from './erasure/account-eraser.ts';
import { Eraser } from './erasure/eraser.ts';
import { keepSwept } from './files/retention.ts';
import { openEpoch } from './gateway/epoch.ts';
import type { GatewayParts } from './gateway/gateway-parts.ts';
import { createMarks } from './gateway/marks.ts';
import { openPushLog } from './gateway/push-log.ts';
import { createUnitGate, SYNC_TOKEN, type UnitGate } from './gateway/unit-gate.ts';
import { openLeapLog } from './gateway/write/leap-log.ts';
import { openRemovalLog } from './gateway/write/removal-log.ts';
import { reachableAddresses } from './http/addresses.ts';
import { sweepUploads } from './imports/uploads.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { auditJobs } from './jobs/job-audit.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import { createMailer } from './mail/mailer.ts';
import { ArrivalsAgain } from './moved/arrivals-again.ts';
import { Joiner } from './moved/joiner.ts';
import { Mover } from './moved/mover.ts';
import { Proposals } from './moved/proposals.ts';
import { openPhoneLog, type PhoneLog } from './phones/phone-log.ts';
import type { PictureFiles } from './pictures/picture-files.ts';
import { openPictures } from './pictures/picture-routes.ts';
import { createPlausibleClock } from './settings/plausible-clock.ts';
import { createProgrammeStore, type ProgrammeStore } from './settings/programme-store.ts';
import { ClinicAnswers } from './slips/clinic-answers.ts';
import type { Config } from './start/config.ts';
import type { DocumentStore, Stores } from './store/document-store.ts';
import { ACCOUNTS_DATABASE, stakeDBOf } from './store/store-names.ts';

/** Everything that the server is put together from; a room takes its own parts (`AccountParts`). */
export interface Services extends AccountParts, GatewayParts {
  /** Random name of this run. */
  run: string;
  /** Opens what the command line of this machine may ask, see `http/local-word.ts`. */
  localSecret: string;
  config: Config;
  audit: AuditLog;
  programme: ProgrammeStore;
  desk: Desk;
  pictures: PictureFiles;
  phones: PhoneLog;
  unitGate: UnitGate;
  jobs: Jobs;
  eraser: Eraser;
  accountEraser: AccountEraser;
  /** Marks of erased accounts, as the accounts are now. */
  former: () => Promise<FormerAccounts>;
}

export interface ServicesOptions {
  config: Config;
  /** Signs sessions and marks. */
  secret: string;
  stores: Stores;
  passwords: Passwords;
  clock: () => Date;
}

/** The public address of the server, by its setting or its bound port. */
function publicAddress(app: FastifyInstance, config: Config): () => string {
  // Stored, because mails are still worded while the server stops, when it has no port any more.
  let { port } = config;
  app.addHook('onListen', async () => {
    const bound = app.server.address();
    if (typeof bound === 'object' && bound !== null) port = bound.port;
  });
  return () => config.publicUrl ?? reachableAddresses(config.host, port)[0] ?? '';
}

type OpenAccountParts = AccountParts & Pick<Services, 'audit'>;
type OpenGatewayParts = Omit<GatewayParts, keyof AccountParts> & Pick<Services, 'unitGate'>;

/** What accounts work with, and the log of what people do. */
async function openAccountParts(
  app: FastifyInstance,
  { config, stores, passwords, clock }: ServicesOptions,
): Promise<OpenAccountParts> {
  const { log } = app;
  const accountStore = await stores.open(ACCOUNTS_DATABASE);
  const accounts = await openAccounts({ stores, clock });
  await accounts.repair();
  const oneUse = createOneUse({ store: accountStore, clock });
  const tokens = createTokens(app.jwt, clock);
  const audit = await openAuditLog({
    stores,
    clock,
    onFault: (error) => log.error({ err: error }, 'the audit log could not be written'),
  });
  const background = createBackground((error) =>
    log.error({ err: error }, 'work after an answer failed'),
  );
  const plausibleClock = createPlausibleClock({
    ...{ store: accountStore, clock, log },
    newestEntry: () => audit.newest(),
  });
  const publicUrl = publicAddress(app, config);
  const { dataDir, supportContact } = config;
  const mayDropOld = () => plausibleClock.isPlausible();
  const mailer = createMailer({
    ...{ ...config.mail, dataDir, publicUrl, supportContact, log, clock, mayDropOld },
  });
  return {
    log,
    clock,
    accountStore,
    accounts,
    oneUse,
    passwords,
    publicUrl,
    passwordLinks: createPasswordLinks({ oneUse, accounts }),
    sessions: new Sessions({ store: accountStore, accounts, tokens, clock }),
    limits: createAccountLimits(clock),
    audit,
    mailer,
    background,
    mayDropOld,
  };
}

/** What the gateway works with. */
async function openGatewayParts(
  app: FastifyInstance,
  { config, secret, stores, clock }: ServicesOptions,
  { audit, background, sessions, accountStore, log }: OpenAccountParts,
): Promise<OpenGatewayParts> {
  const catalogue = await openCatalogue(stores, config.dataDir);
  const syncTokens = createTokens(app.jwt, clock, SYNC_TOKEN);
  const removalLog = await openRemovalLog({ stores, clock, background, audit });
  background.run(() => removalLog.repair());
  const onRenewed = () => background.run(() => arrivals.look());
  const epoch = await openEpoch({ store: accountStore, stores, clock, log, onRenewed });
  const marks = createMarks({ secret, epoch, clock, log });
  const erased = await openErasedRegister(stores);
  const notes = accountStore;
  const onMoved = async (stakeDB: string, store: DocumentStore): Promise<void> => {
    epoch.noteSequence(stakeDB, (await store.info()).updateSeq);
    // Who moves into a unit that was joined to another moves on.
    joiner.arrived(stakeDB);
  };
  const moving = { stores, notes, erased, log, onWritten: onMoved };
  const mover = new Mover({ ...moving, audit, clock });
  const units = async () =>
    databasesOf((await catalogue.current()).catalogue).map(({ stakeDB }) => stakeDB);
  const arrivals = new ArrivalsAgain({ ...moving, units, epoch });
  app.addHook('preClose', async () => arrivals.stop());
  const joiner = new Joiner({
    ...{ stores, notes, catalogue, mover, audit, clock, log },
  });
  const clinicAnswers = new ClinicAnswers({
    ...{ stores, erased, audit, clock, log },
    notes: await stores.open(CATALOGUE_DATABASE),
    units,
    onWritten: async (stakeDB, store) =>
      epoch.noteSequence(stakeDB, (await store.info()).updateSeq),
  });
  background.run(async () => {
    await mover.resume();
    await joiner.resume();
    clinicAnswers.resume();
    await arrivals.look();
  });
  const tokens = syncTokens;
  return {
    hasRoom: () => config.couch !== null || hasRoomForRecords(config.dataDir),
    stores,
    catalogue,
    syncTokens,
    removalLog,
    leapLog: await openLeapLog({ stores, clock, audit }),
    erased,
    mover,
    joiner,
    clinicAnswers,
    proposals: new Proposals(accountStore),
    epoch,
    marks,
    pushLog: await openPushLog({ stores, clock, background }),
    unitGate: createUnitGate({ tokens, sessions, catalogue, stores, epoch, marks, erased, audit }),
  };
}

/** Jobs, what is deleted after a time, and their lines in the audit log. */
async function openLongWork(
  app: FastifyInstance,
  { config, stores, clock }: ServicesOptions,
  { accounts, accountStore, audit, background, mayDropOld, log }: OpenAccountParts,
  { epoch, joiner, clinicAnswers }: OpenGatewayParts,
  { run, phones }: Pick<Services, 'run' | 'phones'>,
): Promise<Jobs> {
  const { dataDir } = config;
  /**
   * Notes the sequence after an import too, so that a restore of an older backup is noticed. What one
   * that was under way wrote into a unit that is joined to another since moves on.
   */
  const onWritten = (name: string): void => {
    const stakeDB = stakeDBOf(name);
    if (stakeDB === null) return;
    joiner.arrived(stakeDB);
    background.run(async () => {
      const { updateSeq } = await (await stores.open(name)).info();
      epoch.noteSequence(stakeDB, updateSeq);
    });
  };
  const place = { stores, accounts, accountStore, dataDir, run };
  const jobs = await openJobs({ ...place, kinds: JOB_KINDS, clock, log, onWritten });
  auditJobs(jobs, audit, background);
  const sweepMore = async (now: Date) => {
    saySwept(log, 'uploads')(await sweepUploads(dataDir, now, jobs.all()));
    saySwept(log, 'phones')(await phones.dropOlder());
    saySwept(log, 'answers')(await clinicAnswers.sweep(now));
  };
  const sweeping = { clock, background, mayDropOld };
  // Read at each sweep: what an administrator sets counts from then on.
  const settings = () => createProgrammeStore(accountStore).current();
  const fileDays = async () => (await settings()).fileDays;
  const auditDays = async () => (await settings()).auditDays ?? config.auditDays;
  const stopSweeping = keepSwept(jobs, sweepMore, fileDays, {
    ...sweeping,
    said: saySwept(log, 'files'),
  });
  const stopDropping = keepAuditWithin(auditDays, audit, {
    ...sweeping,
    said: saySwept(log, 'audit'),
  });
  app.addHook('onClose', async () => {
    stopSweeping();
    stopDropping();
  });
  return jobs;
}

/** What erases people for good. */
function openEraser(
  { config, stores, clock }: ServicesOptions,
  { audit, log }: OpenAccountParts,
  { catalogue, erased: register, epoch, mover, clinicAnswers }: OpenGatewayParts,
  jobs: Jobs,
): Eraser {
  const { dataDir, backup } = config;
  return new Eraser({
    ...{ stores, register, jobs, mover, catalogue, audit, dataDir, clock, log },
    backupFolder: backup?.folder ?? null,
    forgetSlips: () => clinicAnswers.forgetErased(),
    onWritten: async (stakeDB, store) =>
      epoch.noteSequence(stakeDB, (await store.info()).updateSeq),
  });
}

/** What erases accounts for good. */
function openAccountEraser(
  { config, stores, clock }: ServicesOptions,
  { accounts, accountStore, mailer, audit, log }: OpenAccountParts,
  jobs: Jobs,
): AccountEraser {
  const { dataDir, backup } = config;
  return new AccountEraser({
    ...{ stores, accounts, accountStore, jobs, mailer, audit, dataDir, clock, log },
    backupFolder: backup?.folder ?? null,
  });
}

/**
 * Opens the services for the routes. The app provides the log, the signer of tokens and the bound
 * port.
 */
export async function openServices(
  app: FastifyInstance,
  options: ServicesOptions,
): Promise<Services> {
  const { config, stores, clock } = options;
  const run = randomUUID();
  const phones = await openPhoneLog({ stores, clock });
  const accountParts = await openAccountParts(app, options);
  const gatewayParts = await openGatewayParts(app, options, accountParts);
  const jobs = await openLongWork(app, options, accountParts, gatewayParts, { run, phones });
  accountParts.background.run(() => accountParts.mailer.resume());
  const eraser = openEraser(options, accountParts, gatewayParts, jobs);
  accountParts.background.run(() => eraser.resume());
  const accountEraser = openAccountEraser(options, accountParts, jobs);
  accountParts.background.run(() => accountEraser.resume());
  return {
    ...accountParts,
    ...gatewayParts,
    run,
    localSecret: randomBytes(32).toString('base64url'),
    config,
    jobs,
    eraser,
    accountEraser,
    former: () => formerAccounts(stores),
    programme: createProgrammeStore(accountParts.accountStore),
    desk: new Desk({ stores: stores.address, log: accountParts.log }),
    pictures: openPictures(config.dataDir),
    phones,
  };
}
