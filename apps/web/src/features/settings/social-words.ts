import { SOCIAL_ERRORS, type SocialError } from '@crece/contract';

type Bare<Code> = Code extends `social-${infer Rest}` ? Rest : never;

const isSocialError = (code: string): code is SocialError =>
  SOCIAL_ERRORS.some((known) => known === code);

/** The sentence of what went wrong with a provider; an address can say anything. */
export function socialErrorKey(code: string): `accounts.err-${Bare<SocialError>}` {
  const known = isSocialError(code) ? code : 'social-failed';
  // Every code begins with this word, which the types cannot take off by themselves.
  return `accounts.err-${known.slice('social-'.length) as Bare<SocialError>}`;
}
