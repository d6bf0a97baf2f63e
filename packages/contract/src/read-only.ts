/** What was received, or is only shown: nothing in it may be changed, at any depth. */
export type ReadOnly<T> = T extends readonly (infer Each)[]
  ? readonly ReadOnly<Each>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadOnly<T[Name]> }
    : T;
