/** Where a command reads and writes; the tests hand in their own. */
export interface Console {
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when there is room for more. */
  readonly write: (piece: string | Uint8Array) => Promise<void>;
  readonly say: (sentence: string) => void;
}
