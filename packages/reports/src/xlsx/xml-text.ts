/** Control characters and halves of a pair, which XML has no place for: one makes the file unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/gu;

/** A reader of XML makes a line feed of a bare carriage return: it is named by its number. */
const SPECIAL = /[&<>"\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  '"': '&quot;',
};

/** A text as it stands in XML, between tags or in an attribute; what XML has no place for is left out. */
export function xmlText(text: string): string {
  return text.replaceAll(NO_XML, '').replaceAll(SPECIAL, (sign) => ESCAPES[sign] ?? sign);
}
