import { useEffect, useState } from 'react';

/** The current time, updated every second while something counts down. */
export function useNow(isCounting: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!isCounting) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return now;
}
