/** Valid names of job files: no path, and no dot except before the extension. */
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,199}\.(csv|xlsx|json|ndjson)$/;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** Whether a text can be the name of a job file; other names are not looked up. */
export function isFileName(text: string): boolean {
  return FILE_NAME.test(text);
}

/** The media type of a file by its name. */
export function mediaTypeOf(fileName: string): string {
  const kind = FILE_NAME.exec(fileName)?.[1] ?? '';
  return MEDIA_TYPES[kind] ?? 'application/octet-stream';
}
