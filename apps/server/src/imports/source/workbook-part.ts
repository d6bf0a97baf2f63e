import type { SerialDates } from '@crece/imports';

/** A sheet as the workbook lists it. */
export interface ListedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The id by which the workbook names the sheet's part. */
  readonly relation: string;
}

const SHEET = /<(?:\w+:)?sheet\s([^>]*)>/g;
const NAME = /(?:^|\s)name=(?:"([^"]*)"|'([^']*)')/;
const RELATION = /(?:^|\s)\w+:id=(?:"([^"]*)"|'([^']*)')/;
const HIDDEN = /(?:^|\s)state=["'](?:hidden|veryHidden)["']/;
const FROM_1904 = /\sdate1904=["'](?:1|true)["']/;
const ENTITY = /&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi;
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescaped(text: string): string {
  return text.replaceAll(ENTITY, (entity, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** The sheets of a workbook in their order, and from which day it counts its dates. */
export function readWorkbookPart(xml: string): {
  readonly sheets: readonly ListedSheet[];
  readonly serials: SerialDates;
} {
  const sheets = [...xml.matchAll(SHEET)].flatMap(([, attributes = '']) => {
    const [, double, single] = NAME.exec(attributes) ?? [];
    const name = double ?? single;
    if (name === undefined) return [];
    const [, inDouble, inSingle] = RELATION.exec(attributes) ?? [];
    const relation = inDouble ?? inSingle ?? '';
    return [{ name: unescaped(name), isHidden: HIDDEN.test(attributes), relation }];
  });
  return { sheets, serials: FROM_1904.test(xml) ? '1904' : '1900' };
}
