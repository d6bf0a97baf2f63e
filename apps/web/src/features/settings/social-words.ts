import { SOCIAL_ERRORS, type SocialError } from '@crece/contract';

type Bare<Code> = Code extends `social-${infer Rest}` ? Rest : never;

const isSocialError = (code: string): code is SocialError =>
  SOCIAL_ERRORS.some((known) => known === code);

/** The sentence for an error of a provider; the code from an address can be any text. */
export function socialErrorKey(code: string): `accounts.err-${Bare<SocialError>}` {
  const known = isSocialError(code) ? code : 'social-failed';
  // Every code begins with this prefix, which the types cannot remove by themselves.
  return `accounts.err-${known.slice('social-'.length) as Bare<SocialError>}`;
}
