import { frameOf, type Header, sealingOf } from './format.ts';

/** Sealed bytes held in memory; more become a Blob, which the browser keeps on disk. */
const HELD_BYTES = 1_048_576;

/**
 * Writes a backup file: content is divided into chunks, each sealed as soon as it is full, so that
 * memory use does not grow with the file.
 */
export class SealedWriter {
  readonly #header: Header;
  readonly #key: CryptoKey;
  readonly #chunk: Uint8Array<ArrayBuffer>;
  #filled = 0;
  #index = 0;
  #parts: Blob[] = [];
  #held: Uint8Array<ArrayBuffer>[] = [];
  #heldBytes = 0;

  constructor(header: Header, key: CryptoKey) {
    this.#header = header;
    this.#key = key;
    this.#chunk = new Uint8Array(header.chunkBytes);
    this.#hold(header.bytes);
  }

  /** Adds content; wait for each call before the next. */
  async add(content: Uint8Array): Promise<void> {
    for (let start = 0; start < content.length; ) {
      // A full chunk is sealed only when more content follows, because the last chunk is marked as
      // the last.
      if (this.#filled === this.#chunk.length) await this.#seal(false);
      const part = content.subarray(start, start + this.#chunk.length - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      start += part.length;
    }
  }

  /** Returns the file. Nothing may be added afterwards. */
  async finish(): Promise<Blob> {
    await this.#seal(true);
    this.#letGo();
    return new Blob(this.#parts, { type: 'application/octet-stream' });
  }

  async #seal(isLast: boolean): Promise<void> {
    const frame = frameOf(this.#filled, isLast);
    const sealing = sealingOf(this.#header, this.#index, frame);
    const content = this.#chunk.subarray(0, this.#filled);
    const sealed = await crypto.subtle.encrypt(sealing, this.#key, content);
    this.#hold(frame.bytes);
    this.#hold(new Uint8Array(sealed));
    this.#index += 1;
    this.#filled = 0;
    if (this.#heldBytes >= HELD_BYTES) this.#letGo();
  }

  #hold(bytes: Uint8Array<ArrayBuffer>): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #letGo(): void {
    this.#parts.push(new Blob(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
  }
}
