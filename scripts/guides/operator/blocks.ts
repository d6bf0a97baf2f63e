// What a person types from a guide: its blocks of commands and of settings, in their order.

export interface Block {
  /** The heading above it. */
  readonly heading: string;
  /** `sh`: commands; `env`: lines of the settings; `sh by hand`: commands that the walk leaves out. */
  readonly kind: string;
  readonly lines: readonly string[];
}

/** The blocks of a guide. Every block must say what it is, or a command could escape the walk. */
export function blocksOf(guide: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let open: { kind: string; lines: string[] } | null = null;
  for (const line of guide.split('\n')) {
    if (open !== null) {
      if (line !== '```') open.lines.push(line);
      else {
        blocks.push({ heading, ...open });
        open = null;
      }
      continue;
    }
    if (line.startsWith('```')) open = { kind: line.slice(3), lines: [] };
    else if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
  }
  return blocks;
}
