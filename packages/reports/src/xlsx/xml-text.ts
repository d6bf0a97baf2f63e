/**
 * Control characters and unpaired surrogates, which XML forbids: a single one makes the file
 * unreadable.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/gu;

/**
 * XML parsers turn a bare carriage return into a line feed, so it is written as a numeric
 * reference.
 */
const SPECIAL = /[&<>"\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  '"': '&quot;',
};

/** A text for XML, between tags or in an attribute; characters that XML forbids are removed. */
export function xmlText(text: string): string {
  return text.replaceAll(NO_XML, '').replaceAll(SPECIAL, (sign) => ESCAPES[sign] ?? sign);
}
