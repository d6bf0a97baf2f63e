/** A stored document that no repair makes readable: listed, never dropped. */
export interface UnreadableDocument {
  id: string;
  codes: readonly string[];
  raw: unknown;
  /** The child that it belongs to, of a screening whose child is known. */
  childId?: string;
}
