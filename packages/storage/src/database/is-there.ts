/** Whether PouchDB has a database of that name in IndexedDB; asking does not make one. */
export function isThere(name: string): Promise<boolean> {
  // Node has no IndexedDB: what would be made there by looking is memory only.
  if (typeof indexedDB === 'undefined') return Promise.resolve(true);
  return new Promise((resolve) => {
    const request = indexedDB.open(`_pouch_${name}`);
    // It is being made: that is undone, and told as an error.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => {
      request.result.close();
      resolve(true);
    };
    request.onerror = () => resolve(request.error?.name !== 'AbortError');
  });
}
