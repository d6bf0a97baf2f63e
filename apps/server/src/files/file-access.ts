import { type Account, can, isAdministrator } from '@crece/domain';
import type { Job } from '../jobs/job.ts';

/**
 * Whether an account may have the file of a job: the requester and administrators may, if they
 * still have the right to its content at that place.
 */
export function mayHaveFile(account: Account, { owner, needs }: Job): boolean {
  const isTheirs = owner === account.id || isAdministrator(account);
  return isTheirs && can(account, 'download-file') && can(account, needs.action, needs.place);
}
