let tries = 0;

/**
 * Loads a module, also one whose file could not be had before: a browser keeps that for as long as the
 * page is open, so the file is asked for by another address. `load` must be an `import()` alone. Throws
 * what the first try threw where there is no file to ask for.
 */
export async function importAnew<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const [address] = /https?:\S+/.exec(String(cause)) ?? [];
    if (address === undefined) throw cause;
    tries += 1;
    return import(/* @vite-ignore */ `${address}?again=${tries}`) as Promise<Module>;
  }
}
