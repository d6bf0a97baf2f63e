import type { ENGLISH_ACCOUNTS } from './english-accounts.ts';
import type { ENGLISH_ADMIN } from './english-admin.ts';
import type { ENGLISH_DESK } from './english-desk.ts';
import type { ENGLISH_FIRST } from './english-first.ts';
import type { ENGLISH_GUIDANCE } from './english-guidance.ts';
import type { ENGLISH_REST } from './english-rest.ts';
import type { ENGLISH_SYNC } from './english-sync.ts';

interface TierKeys {
  first: keyof typeof ENGLISH_FIRST;
  rest: keyof typeof ENGLISH_REST;
  guidance: keyof typeof ENGLISH_GUIDANCE;
  sync: keyof typeof ENGLISH_SYNC;
  accounts: keyof typeof ENGLISH_ACCOUNTS;
  admin: keyof typeof ENGLISH_ADMIN;
  desk: keyof typeof ENGLISH_DESK;
}

/**
 * How many sentences are loaded. Each tier includes all before it: the first screens; everything
 * that works offline, with WHO's guidance about a screening; synchronisation with conflicts,
 * refusals and the backup file, and the screening day; accounts; the administration; a coordinator's
 * reports, imports and desk.
 */
export type Tier = keyof TierKeys;

/** The keys of all English sentences: using a key without a sentence is a type error. */
export type MessageKey = TierKeys[Tier];

/** The sentences that a tier adds. */
export type TierSentences<T extends Tier> = Readonly<Record<TierKeys[T], string>>;

/** The loaded sentences of a language. */
export type Sentences = Readonly<Partial<Record<MessageKey, string>>>;
