import type { Page } from '@playwright/test';

const LANDMARKS = 'banner|main|navigation|region|contentinfo|complementary|form|search|dialog';
const CONTROLS =
  'link|button|textbox|searchbox|checkbox|radio|combobox|switch|tab|slider|spinbutton';
const KEPT = new RegExp(
  `^(${LANDMARKS}|${CONTROLS}|heading|group|radiogroup|tablist|table|article)$`,
);
const CONTROL = new RegExp(`^(${CONTROLS})$`);
/** Repeated on many pages: kept in one line. */
const IN_ONE_LINE = /^(banner|navigation)$/;

/** One line of Playwright's snapshot: indent, role, name, attributes, and the text within. */
const LINE = /^( *)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)(?:: (.+))?/;

const MONTHS = ['en', 'es'].flatMap((language) =>
  (['long', 'short'] as const).flatMap((month) =>
    Array.from({ length: 12 }, (_, at) =>
      new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
        .format(new Date(Date.UTC(2026, at, 15)))
        .replaceAll('.', ''),
    ),
  ),
);
const MONTH = `(?:${MONTHS.join('|')})(?!\\p{L})\\.?`;
const DATE = new RegExp(`# (?:de )?${MONTH}(?: (?:de )?#)?|${MONTH} (?:de )?#`, 'gu');

/** A name without what depends on the day, the hour or the account: its figures and dates. */
function lasting(name: string): string {
  return name.replaceAll(/\d+(?:[.,:]\d+)*/g, '#').replaceAll(DATE, '#');
}

/** What a fold says: its title; figures in it change with the day, and words with the figures. */
const titleOf = (fold: string) => lasting(fold.replaceAll('"', '')).replace(/(.) ?#.*/, '$1');

interface Line {
  depth: number;
  role: string;
  text: string;
}

function linesOf(snapshot: string): Line[] {
  const lines: Line[] = [];
  const indents: number[] = [];
  for (const line of snapshot.split('\n')) {
    const [, spaces = '', role = '', name, attributes = '', inside] = LINE.exec(line) ?? [];
    if (role === '') continue;
    while ((indents.at(-1) ?? -1) >= spaces.length) indents.pop();
    if (!KEPT.test(role)) continue;
    const level = /\[level=(\d)\]/.exec(attributes)?.[1];
    const isFold = role === 'group' && name === undefined;
    const kind = isFold ? 'fold' : level === undefined ? role : `h${level}`;
    const said = isFold ? inside && titleOf(inside) : name && lasting(name);
    const text = said === undefined ? kind : `${kind} "${said}"`;
    lines.push({ depth: indents.length, role, text });
    indents.push(spaces.length);
  }
  return lines;
}

/**
 * What a screen reader says of the page: its title, landmarks, headings and controls by name, one
 * in a line, without figures and dates.
 */
export async function outlineOf(page: Page): Promise<string> {
  const [title, snapshot] = [await page.title(), await page.locator('body').ariaSnapshot()];
  const outline = [`title "${lasting(title)}"`];
  let joined = Number.POSITIVE_INFINITY;
  for (const { depth, role, text } of linesOf(snapshot)) {
    if (depth > joined && role !== 'dialog') {
      outline.push(`${outline.pop()}, ${text}`);
      continue;
    }
    joined = IN_ONE_LINE.test(role) ? depth : Number.POSITIVE_INFINITY;
    outline.push(`${'  '.repeat(depth)}${text}`);
  }
  return outline.join('\n');
}

/** Controls of an outline without a name. */
export function namelessIn(outline: string): string[] {
  return outline
    .split('\n')
    .flatMap((line) => line.trim().split(', '))
    .filter((part) => CONTROL.test(part));
}
