/**
 * Why a social sign-in or the linking of a social account failed; passed in `?err=` of an address.
 */
export const SOCIAL_ERRORS = [
  /** The person refused at the provider. */
  'social-denied',
  /** The provider could not be reached, or its answer cannot be trusted. */
  'social-failed',
  /** The sign-in at the provider took too long, was used already, or began in another browser. */
  'social-expired',
  'social-unknown-provider',
  /**
   * The sign-in began on a locked phone, where nobody may sign up, and no account has this social
   * account.
   */
  'social-new-account',
  /** The provider gives no e-mail address, which an account needs. */
  'social-no-email',
  /**
   * An account has this address, but the provider has not verified that it belongs to this person.
   */
  'social-email-unverified',
  /** An account has this address; its owner must link the provider in the settings. */
  'social-email-taken',
  /** Linking: this social account belongs to another account here. */
  'social-linked-elsewhere',
  /** Linking: the account already has a social account of this provider. */
  'social-already-linked',
  /** Linking: the session that began it has ended. */
  'social-signed-out',
] as const;

export type SocialError = (typeof SOCIAL_ERRORS)[number];
