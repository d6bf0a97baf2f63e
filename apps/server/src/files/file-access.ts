import { type Account, can, isAdministrator } from '@crece/domain';
import type { Job } from '../jobs/job.ts';

/**
 * Whether somebody may have the file of a job: who asked for it and administrators, and of them only
 * who still has the right to what is in it, at that place.
 */
export function mayHaveFile(account: Account, { owner, needs }: Job): boolean {
  const isTheirs = owner === account.id || isAdministrator(account);
  return isTheirs && can(account, 'download-file') && can(account, needs.action, needs.place);
}
