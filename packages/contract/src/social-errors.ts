/** Why a social sign-in or the linking of a social account failed; carried in `?err=` of an address. */
export const SOCIAL_ERRORS = [
  /** The person said no at the provider. */
  'social-denied',
  /** The provider could not be reached, or answered what cannot be trusted. */
  'social-failed',
  /** The way to the provider and back took too long, was used already, or began in another browser. */
  'social-expired',
  'social-unknown-provider',
  /** The way began on a locked phone, where nobody signs up, and no account has this social account. */
  'social-new-account',
  /** The provider gives no e-mail address, which an account needs. */
  'social-no-email',
  /** An account has this address; the provider has not checked that it is this person's. */
  'social-email-unverified',
  /** An account has this address; its owner links the provider from the settings. */
  'social-email-taken',
  /** Linking: this social account belongs to another account here. */
  'social-linked-elsewhere',
  /** Linking: the account has a social account of this provider already. */
  'social-already-linked',
  /** Linking: the session that began it has ended. */
  'social-signed-out',
] as const;

export type SocialError = (typeof SOCIAL_ERRORS)[number];
