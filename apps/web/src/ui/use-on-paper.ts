import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the page is being printed, from our button or the browser's menu. On Android `print`
 * returns before the pages are made, so that only the browser's own events say when it is over.
 */
export function useOnPaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  // With the first drawing: printing may be asked for at once.
  useLayoutEffect(() => {
    // The browser copies the page as soon as the listener returns.
    const begin = () => flushSync(() => setOnPaper(true));
    const end = () => setOnPaper(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isOnPaper;
}
