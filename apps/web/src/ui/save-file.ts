/** The browser reads the file after the click; then the memory may go. */
const KEPT_FOR_MS = 60_000;

/** Hands a file to the browser's downloads, under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR_MS);
}
