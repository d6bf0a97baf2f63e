/** Where a command reads and writes; tests pass their own. */
export interface Console {
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when there is room for more. */
  readonly write: (piece: string | Uint8Array) => Promise<void>;
  readonly say: (sentence: string) => void;
}
