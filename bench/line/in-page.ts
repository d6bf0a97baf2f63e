// Runs inside a page: what reading a body costs a phone, without its line and without its store.
import { Unpacker } from '../../packages/replication/src/index.ts';
import { linesOf } from '../../packages/storage/src/engine/sync/lines.ts';
import { readCarried } from '../../packages/storage/src/engine/sync/wire.ts';

export interface LineBench {
  /** Milliseconds to read all documents of a body that has arrived. */
  read: (address: string, isPacked: boolean) => Promise<number>;
}

declare global {
  interface Window {
    lineBench: LineBench;
  }
}

const PIECE = 65_536;

window.lineBench = {
  async read(address, isPacked) {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let from = 0; from < bytes.length; from += PIECE)
        yield bytes.subarray(from, from + PIECE);
    }
    const unpacker = new Unpacker();
    let documents = 0;
    const start = performance.now();
    for await (const line of linesOf(pieces())) {
      const content: unknown = JSON.parse(line);
      if (isPacked) documents += unpacker.read(content).length;
      else {
        const { docs } = content as { docs: unknown[] };
        documents += docs.map(readCarried).length;
      }
    }
    const ms = performance.now() - start;
    if (documents === 0) throw new Error('nothing was read');
    return ms;
  },
};
