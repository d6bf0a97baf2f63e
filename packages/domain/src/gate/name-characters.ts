/**
 * A field name with a control character, a quotation mark, a backslash or half a character: what
 * JSON has to escape. Chromium and Node mix up names that are one such character when they read
 * JSON, so that a record would differ from device to device. In the syntax of 2009, for CouchDB.
 */
export const ESCAPED_CHARACTERS =
  '["\\\\\\u0000-\\u001f\\u007f-\\u009f]' +
  '|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?:^|[^\\ud800-\\udbff])[\\udc00-\\udfff]';

const ESCAPED = new RegExp(ESCAPED_CHARACTERS);

/**
 * Whether a field at any depth has a name that no record may be written with. One that is stored
 * already is read as always. The value must not be nested too deeply.
 */
export function hasEscapedName(value: object): boolean {
  return Object.entries(value).some(
    ([name, content]: [string, unknown]) =>
      ESCAPED.test(name) ||
      (typeof content === 'object' && content !== null && hasEscapedName(content)),
  );
}
