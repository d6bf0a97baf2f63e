/** A stored document that no repair makes readable: listed, never dropped. */
export interface UnreadableDocument {
  id: string;
  codes: readonly string[];
  raw: unknown;
}
