/** A problem that prevents the start and that the operator can solve. */
export class StartError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
    this.code = code;
  }
}

/** The system's code of a failed call, e.g. `EACCES`; empty when the error has none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

const FOLDER_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EEXIST: 'it is a file, not a folder',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of the path is a file, not a folder',
};

/** An unusable data folder, in one sentence that names it and the reason. */
export function dataFolderError(dataDir: string, error: unknown): StartError {
  const code = systemCode(error);
  const reason = FOLDER_REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new StartError(
    'data-folder',
    `The data folder ${dataDir} cannot be used: ${reason}. Choose another with CRECE_DATA_DIR.`,
    error,
  );
}

/**
 * A failure to listen, in one sentence that says what to change; other faults are returned
 * unchanged.
 */
export function listenError(host: string, port: number, error: unknown): unknown {
  const say = (sentence: string) => new StartError('listen', sentence, error);
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return say(
        `Port ${port} on ${host} is in use: stop the other program, or choose another port with PORT.`,
      );
    case 'EACCES':
      return say(
        `This user may not listen on port ${port}: choose a port of 1024 or above with PORT.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say(
        `${host} is not an address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for a network.`,
      );
    default:
      return error;
  }
}
