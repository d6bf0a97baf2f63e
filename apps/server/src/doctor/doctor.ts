import {
  certificate,
  forwardedFor,
  publicAddress,
  uploadSize,
  webSocket,
} from './address-checks.ts';
import { couchDb } from './couchdb-checks.ts';
import { administrators, clockTime, keptLong, stuckJobs } from './data-checks.ts';
import type { DoctorCheck, DoctorFinding, DoctorParts } from './finding.ts';
import {
  databaseFiles,
  dataFolder,
  diskSpace,
  lastNight,
  oneServer,
  secretFile,
} from './folder-checks.ts';
import { mailServer, mailsSent } from './mail-checks.ts';
import { waitingPhones } from './phone-checks.ts';
import { misspelt, overridden } from './settings-checks.ts';

/** In the order in which they are told. */
export const CHECKS: readonly DoctorCheck[] = [
  misspelt,
  overridden,
  dataFolder,
  secretFile,
  diskSpace,
  databaseFiles,
  couchDb,
  oneServer,
  clockTime,
  publicAddress,
  certificate,
  forwardedFor,
  uploadSize,
  webSocket,
  mailServer,
  mailsSent,
  lastNight,
  administrators,
  stuckJobs,
  keptLong,
  waitingPhones,
];

/** A finding with the name of the check that made it. */
export type CheckFinding = DoctorFinding & { readonly check: string };

/** Everything that is amiss. A check that cannot look is told as one that found something. */
export async function examineServer(
  parts: DoctorParts,
  checks: readonly DoctorCheck[] = CHECKS,
): Promise<readonly CheckFinding[]> {
  const told: CheckFinding[] = [];
  for (const { name, look } of checks) {
    try {
      told.push(...(await look(parts)).map((finding) => ({ ...finding, check: name })));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      told.push({
        check: name,
        level: 'warning',
        says: `This could not be looked at: ${why}`,
        mend: 'mend the faults above first',
      });
    }
  }
  return told;
}
