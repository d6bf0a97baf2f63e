/**
 * Why the store could not do what was asked. The interface words these; nothing typed is lost by
 * any of them: the form and its draft stay.
 *
 * - `full-disk`: the device has no room; nothing was written.
 * - `changed-meanwhile`: somebody changed the same fields since the record was loaded; nothing was
 *   written; `fields` names them.
 * - `conflict`: a document of this device alone was written by another tab since it was read; nothing
 *   was written.
 * - `closed`: the unit was closed, or its database cannot be opened any more.
 * - `not-found`: the record does not exist here, or was removed meanwhile.
 * - `still-arriving`: the unit was never received whole, and the record may be more than what is here;
 *   nothing was written.
 * - `refused`: the record breaks the rules of stored documents; `fields` may name the cause.
 * - `newer-version`: a later version of the application has written the records; nothing was changed.
 * - `failed`: anything else; `cause` has the detail.
 */
export type StorageErrorCode =
  | 'full-disk'
  | 'changed-meanwhile'
  | 'conflict'
  | 'closed'
  | 'not-found'
  | 'still-arriving'
  | 'refused'
  | 'newer-version'
  | 'failed';

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  /** For `changed-meanwhile`: the fields changed to different values here and elsewhere. */
  readonly fields: readonly string[];

  constructor(
    code: StorageErrorCode,
    options: { cause?: unknown; fields?: readonly string[]; message?: string } = {},
  ) {
    super(options.message ?? code, { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? [];
  }
}
