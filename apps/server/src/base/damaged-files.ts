import { channel } from 'node:diagnostics_channel';

const DAMAGED = channel('crece:damaged-file');

/** Says that a file of a database was found damaged; whoever watches notes it. */
export function sayDamaged(path: string): void {
  DAMAGED.publish(path);
}

/** Calls the listener with the path of each damaged file; returns how to remove it. */
export function onDamaged(listener: (path: string) => void): () => void {
  const receive = (path: unknown): void => {
    if (typeof path === 'string') listener(path);
  };
  DAMAGED.subscribe(receive);
  return () => void DAMAGED.unsubscribe(receive);
}
