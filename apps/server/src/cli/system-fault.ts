import { systemCode } from '../base/start-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs this command may not',
  EPERM: 'the user that runs this command may not',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
};

/** Why what a command prints could not be written, as to a file on a full disk. */
export function outputFaultSentence(error: Error): string {
  const reason = REASONS[systemCode(error)] ?? error.message;
  return `The output could not be written: ${reason}. What was written until then is not whole.`;
}

/** What a refusal of the file system says to the person who typed the command; null: another fault. */
export function systemFaultSentence(error: unknown): string | null {
  const reason = REASONS[systemCode(error)];
  if (reason === undefined) return null;
  const { path } = error as NodeJS.ErrnoException;
  return `${path ?? 'A file'} cannot be used: ${reason}.`;
}
