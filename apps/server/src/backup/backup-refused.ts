/** Why no backup is made, or none is put back: a sentence for whoever runs the server. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const MEGABYTE = 1024 * 1024;

/** Bytes as people read them: `12.4 MB`. */
export function inMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.ceil(megabytes)} MB`;
}
