import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databasesOf, isUnlimitedAdministrator } from '@crece/domain';
import { openAccounts } from '../accounts/accounts.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import { findKeptLong } from '../erasure/retention-work.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { JOBS_DATABASE } from '../jobs/jobs.ts';
import { clockVerdict, markedInstant } from '../settings/plausible-clock.ts';
import { storedSettings } from '../settings/programme-store.ts';
import { FIRST_ADMIN_LINK } from '../start/first-admin-link.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { type DoctorCheck, type DoctorFinding, fault, warning } from './finding.ts';
import { secondsOff } from './ntp.ts';

const HOUR_MS = 3_600_000;
/** The longest report of 290 units takes minutes. */
const STUCK_AFTER_MS = 6 * HOUR_MS;
/** Phones take the server's day for the day of a screening. */
const MOST_SECONDS_OFF = 60;

/** As the server itself knows it: its mark, else its newest entry in the audit log. */
async function knownInstant(stores: Stores, clock: () => Date): Promise<Date | null> {
  if (!(await stores.has(ACCOUNTS_DATABASE))) return null;
  const marked = await markedInstant(await stores.open(ACCOUNTS_DATABASE));
  if (marked !== null) return marked;
  return (await openAuditLog({ stores, clock, onFault: () => undefined })).newest();
}

/** The clock beside what was written under a clock that could be believed, and beside a time server. */
export const clockTime: DoctorCheck = {
  name: 'clock',
  async look({ stores, clock, ntp }) {
    const findings: DoctorFinding[] = [];
    const known = stores === null ? null : await knownInstant(stores, clock);
    const now = clock();
    const verdict = clockVerdict(known, now);
    if (verdict !== 'plausible') {
      const says = `The clock says ${now.toISOString()}; the newest instant that the server is sure of is ${known?.toISOString()}. Nothing old is deleted.`;
      const mend = 'timedatectl set-ntp true; if the clock is right: crece clock ok';
      findings.push(verdict === 'behind' ? fault(says, mend) : warning(says, mend));
    }
    if (ntp === null) return findings;
    const off = await secondsOff(ntp, clock).catch(() => null);
    if (off === null) {
      findings.push(
        warning(`The time server ${ntp} does not answer.`, 'name another one with --ntp'),
      );
    } else if (Math.abs(off) > MOST_SECONDS_OFF) {
      const way = off > 0 ? 'ahead of' : 'behind';
      findings.push(
        fault(
          `The clock is ${Math.abs(Math.round(off))} seconds ${way} ${ntp}.`,
          'timedatectl set-ntp true',
        ),
      );
    }
    return findings;
  },
};

/** A new server: there is nobody to whom the role could be given. */
function nobodyYet(dataDir: string): DoctorFinding {
  const says = 'Nobody has an account yet: the first administrator is still to be made.';
  const link = join(dataDir, FIRST_ADMIN_LINK);
  return existsSync(link)
    ? fault(says, `open the link that lies in ${link}; a restart makes it anew`)
    : fault(says, 'crece user add … --role admin, which prints a link');
}

/** Somebody must be able to give rights, and not one person alone. */
export const administrators: DoctorCheck = {
  name: 'administrators',
  async look({ config: { dataDir }, stores, clock }) {
    if (stores === null || !(await stores.has(ACCOUNTS_DATABASE))) return [];
    const accounts = await openAccounts({ stores, clock });
    const found: string[] = [];
    let others = 0;
    for await (const account of accounts.list()) {
      if (isUnlimitedAdministrator(account)) found.push(account.username);
      else others += 1;
    }
    if (found.length + others === 0) return [nobodyYet(dataDir)];
    if (found.length === 0) {
      return [
        fault(
          'There is no administrator who is not limited to places: nobody can give rights.',
          'crece user role NAME +admin',
        ),
      ];
    }
    if (found.length > 1) return [];
    return [
      warning(
        `${found[0]} is the only administrator who is not limited to places: a lost password stops all changes of rights.`,
        'crece user role NAME +admin',
      ),
    ];
  },
};

/** Whom the programme need not keep any more: nothing of it goes by itself. */
export const keptLong: DoctorCheck = {
  name: 'children past the term',
  async look({ stores, clock }) {
    if (stores === null) return [];
    const { graduatesKeptYears: years } = await storedSettings(stores);
    if (years === null) return [];
    const { catalogue } = await (await openCatalogue(stores, null)).current();
    const stakeDBs = databasesOf(catalogue).map(({ stakeDB }) => stakeDB);
    const { signal } = new AbortController();
    // A unit that cannot be read is another check's finding.
    const parts = { stores, clock, signal, problem: () => undefined };
    const units = await findKeptLong(parts, { years, stakeDBs });
    const count = units.reduce((sum, { children }) => sum + children.length, 0);
    if (count === 0) return [];
    return [
      warning(
        `${count} children of ${units.length} units completed 60 months ${years} years ago or earlier, the programme’s term.`,
        'an administrator looks at them and erases them under People, Erased',
      ),
    ];
  },
};

/** Work that does not end. */
export const stuckJobs: DoctorCheck = {
  name: 'work under way',
  async look({ stores, clock }) {
    if (stores === null || !(await stores.has(JOBS_DATABASE))) return [];
    const jobs = createJobStore(await stores.open(JOBS_DATABASE));
    const since: string[] = [];
    for await (const { state, startedAt } of jobs.all()) {
      const isLate = clock().getTime() - Date.parse(startedAt) > STUCK_AFTER_MS;
      if (state === 'running' && isLate) since.push(startedAt);
    }
    const [oldest] = since.sort();
    if (oldest === undefined) return [];
    return [
      warning(
        `${since.length} reports, imports or exports have been under way for more than six hours, the oldest since ${oldest}.`,
        'systemctl restart crece; they go on or are told as failed',
      ),
    ];
  },
};
