import type { WriteContext } from './context.ts';
import { headPut, writeHead } from './head.ts';
import type { Directory } from './lookup.ts';
import { counted } from './making-head.ts';

/**
 * Runs an operation that changes blocks; also returns the directory after it. Reading all keys
 * again after every batch of a first download would cost more than writing the batch: to list the
 * keys, a browser reads the blocks too.
 */
export async function followed<T extends object>(
  before: WriteContext,
  operation: (context: WriteContext) => Promise<T>,
): Promise<T & { directory: Directory }> {
  const { transaction } = before;
  let { head } = before;
  const keys = new Set(before.directory.keys);
  const result = await operation({
    ...before,
    transaction: {
      ...transaction,
      put(store, key, value) {
        if (store === 'blocks') keys.add(key);
        head = headPut(store, key, value) ?? head;
        transaction.put(store, key, value);
      },
      delete(store, key) {
        if (store === 'blocks') keys.delete(key);
        transaction.delete(store, key);
      },
    },
  });
  if (head.blocks === before.directory.version) return { ...result, directory: before.directory };
  writeHead(transaction, counted(head, { length: keys.size }));
  return { ...result, directory: { version: head.blocks, keys: [...keys].sort() } };
}
