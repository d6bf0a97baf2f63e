import { type AuditRecord, openAuditLog } from '../audit/audit-log.ts';
import type { Stores } from '../store/document-store.ts';

/** Writes an action of the command line into the audit log; nobody is signed in. */
export type CommandLineAudit = (
  entry: Pick<AuditRecord, 'what' | 'whom' | 'detail'>,
) => Promise<void>;

/** Opens the audit log for one command; `say` receives errors of writing. */
export async function openCommandLineAudit(
  stores: Stores,
  say: (sentence: string) => void,
): Promise<CommandLineAudit> {
  const clock = (): Date => new Date();
  const onFault = (error: unknown) => say(`The audit log could not be written: ${String(error)}`);
  const audit = await openAuditLog({ stores, clock, onFault });
  return (entry) =>
    audit.record({
      ...entry,
      who: null,
      from: null,
      detail: ['command line', entry.detail ?? ''].filter((part) => part !== '').join('; '),
    });
}
