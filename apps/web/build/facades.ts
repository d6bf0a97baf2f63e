import type { Rolldown } from 'vite';

/**
 * A chunk that only passes on what another chunk has: the bundler makes one for each module that is
 * loaded on its own and lies in a file with others.
 */
export interface Facade {
  /** File of the chunk that has it all. */
  readonly of: string;
  /** What the module exports, each by the name that it has in that chunk: `Page:e.a`. */
  readonly names: string;
}

const PASSES_ON = /^export\{([^{}]*)\}from["'`]\.\/([^"'`]+)["'`];?\s*$/;
const LATER_IMPORT = /import\(["'`]\.\/([^"'`]+)["'`]\)/g;
const NAMED_FILE = /(["'`])(assets\/[^"'`]+\.js)\1/g;
/** Its text is part of each file's name: the same chunk written otherwise is another file. */
export const FACADES_BY = [PASSES_ON, LATER_IMPORT, NAMED_FILE].map(String);

/** A name with the folder of the file before it, as the build lists files. */
const beside = (file: string, name: string) => file.replace(/[^/]*$/, name);

/** The chunks of a build that another stands for, by their files. */
export function facadesIn(bundle: Rolldown.OutputBundle): ReadonlyMap<string, Facade> {
  const facades = new Map<string, Facade>();
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || !chunk.isDynamicEntry) continue;
    const [, names, of] = PASSES_ON.exec(chunk.code) ?? [];
    if (names === undefined || of === undefined) continue;
    const passedOn = names.split(',').map((each) => {
      const [inner = '', outer = inner] = each.split(' as ');
      return `${outer}:e.${inner}`;
    });
    facades.set(chunk.fileName, { of: beside(chunk.fileName, of), names: passedOn.join() });
  }
  return facades;
}

/** The code of a chunk that loads what stands behind the facades itself. */
export const pastFacades = (
  file: string,
  code: string,
  facades: ReadonlyMap<string, Facade>,
): string =>
  code
    .replace(LATER_IMPORT, (same, name: string) => {
      const facade = facades.get(beside(file, name));
      if (facade === undefined) return same;
      return `import("./${facade.of.replace(/^.*\//, '')}").then(e=>({${facade.names}}))`;
    })
    .replace(NAMED_FILE, (same, quote: string, name: string) => {
      const facade = facades.get(name);
      return facade === undefined ? same : `${quote}${facade.of}${quote}`;
    });

/** Takes the facades out of a build and out of its list of files, once no chunk loads them. */
export function dropFacades(
  bundle: Rolldown.OutputBundle,
  facades: ReadonlyMap<string, Facade>,
): void {
  const list = bundle['.vite/manifest.json'];
  if (list?.type === 'asset') {
    const files = JSON.parse(String(list.source)) as Record<string, { file: string }>;
    for (const each of Object.values(files)) each.file = facades.get(each.file)?.of ?? each.file;
    list.source = JSON.stringify(files, null, 2);
  }
  for (const file of facades.keys()) delete bundle[file];
}
