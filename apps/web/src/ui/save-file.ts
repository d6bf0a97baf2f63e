/** The browser reads the file after the click; afterwards the memory can be released. */
const KEPT_FOR_MS = 60_000;

/** Starts a browser download of a file with this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR_MS);
}
