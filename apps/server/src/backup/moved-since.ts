import { type BroughtAgain, bringAgain } from '../moved/bring-again.ts';
import { openDataStores } from '../start/data-folder.ts';

/** Is told what was brought into units, and what could not be looked at. */
export type OnBrought = (brought: BroughtAgain) => void;

/**
 * Brings back into the units of a data folder what had moved there since they were copied. `into`: one
 * that was put back alone.
 */
export async function bringMovedSince(
  dataDir: string,
  { into, onBrought }: { into?: string; onBrought?: OnBrought | undefined },
): Promise<void> {
  const stores = await openDataStores(dataDir);
  try {
    const alone = into === undefined ? {} : { into, mayMiss: (unit: string) => unit !== into };
    const brought = await bringAgain(stores, alone);
    if (brought.records.size > 0 || brought.unread.size > 0) onBrought?.(brought);
  } finally {
    await stores.close();
  }
}
