import { useEffect, useState } from 'react';

/** What follows from typed text is told when the text rests, not at each key. */
const REST_MS = 400;

/** The value as it was when it last rested. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      // The same words again must not be drawn (and read out) again.
      setRested((before) => (JSON.stringify(before) === JSON.stringify(value) ? before : value));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
