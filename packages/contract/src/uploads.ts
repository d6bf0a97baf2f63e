/** The form field that contains the file. */
export const UPLOAD_FIELD = 'key';

/** Maximum size of an uploaded file. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;
