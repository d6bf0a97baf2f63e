import { useEffect, useState } from 'react';

/** Results of typed text are shown after this pause in typing, not at each key. */
const REST_MS = 400;

/** The value at the last pause in typing. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Equal content must not be rendered (and announced) again.
      setRested((before) => (JSON.stringify(before) === JSON.stringify(value) ? before : value));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
