import { type Context, use } from 'react';

/**
 * What the nearest provider of this context gives.
 *
 * @throws Error when there is none; `provider` is its name
 */
export function useRequired<Value>(context: Context<Value | null>, provider: string): Value {
  const value = use(context);
  if (value === null) throw new Error(`outside of ${provider}`);
  return value;
}
