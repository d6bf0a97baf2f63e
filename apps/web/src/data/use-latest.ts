import { useEffect, useRef } from 'react';

/** What was drawn last, for what is called later than the drawing that made it. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
