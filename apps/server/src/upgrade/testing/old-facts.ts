/** What an older build itself said of the data folder that it left. */
export interface OldFacts {
  /** The commit of that build. */
  readonly commit: string;
  /** When it was stopped: tokens and links of then are read by a clock of then. */
  readonly madeAt: string;
  /** Of every account that has one. */
  readonly password: string;
  /** As its list of accounts showed them. */
  readonly users: readonly object[];
  readonly tokens: Readonly<Record<'ana' | 'eva' | 'signedOut', string>>;
  /** Secrets of one-use links that nobody has opened. */
  readonly links: Readonly<Record<'invitation' | 'reset', string>>;
  /** Per unit each open revision of each document with its ancestry, as its gateway told them. */
  readonly documents: Readonly<Record<string, readonly object[]>>;
  readonly audit: readonly object[];
  /** Ids of reports that were made. */
  readonly jobs: readonly string[];
}
