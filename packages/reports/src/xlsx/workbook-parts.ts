import { xmlText } from './xml-text.ts';

/* The parts of a workbook besides its sheets (ECMA-376, part 1): the minimum that Excel and
   LibreOffice require. The standard fixes the namespaces. */

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MAX_NAME_CHARACTERS = 31;

/** Indexes in the list of cell formats below. */
export const STYLES = { plain: 0, date: 1, header: 2 } as const;

const STYLES_XML = [
  `<styleSheet xmlns="${MAIN}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

const PROPERTIES = 'docProps/core.xml';

function rootRelationsXml(hasProperties: boolean): string {
  const type = `${PACKAGE}/relationships/metadata/core-properties`;
  return [
    `<Relationships xmlns="${PACKAGE}/relationships">`,
    `<Relationship Id="rId1" Type="${DOCUMENT_RELATIONS}/officeDocument" Target="xl/workbook.xml"/>`,
    hasProperties ? `<Relationship Id="rId2" Type="${type}" Target="${PROPERTIES}"/>` : '',
    '</Relationships>',
  ].join('');
}

function propertiesXml(about: string): string {
  const names = `xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"`;
  return `<cp:coreProperties ${names}><dc:description>${xmlText(about)}</dc:description></cp:coreProperties>`;
}

/** The tab name of a sheet by index from 0; the second one gets its number. */
function tabName(name: string, place: number): string {
  const ending = place === 0 ? '' : `_${place + 1}`;
  return name.slice(0, MAX_NAME_CHARACTERS - ending.length) + ending;
}

function workbookXml(name: string, ranges: readonly string[]): string {
  const sheets = ranges.map(
    (_, place) =>
      `<sheet name="${xmlText(tabName(name, place))}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  );
  // Excel's own hidden name for a filter's cells.
  const filters = ranges.map((range, place) => {
    const cells = range.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
    const attributes = `name="_xlnm._FilterDatabase" localSheetId="${place}" hidden="1"`;
    const tab = xmlText(tabName(name, place).replaceAll("'", "''"));
    return `<definedName ${attributes}>'${tab}'!${cells}</definedName>`;
  });
  return [
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT_RELATIONS}"><bookViews><workbookView/></bookViews>`,
    `<sheets>${sheets.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
  ].join('');
}

function workbookRelationsXml(sheets: number): string {
  const relations = Array.from(
    { length: sheets },
    (_, place) =>
      `<Relationship Id="rId${place + 1}" Type="${DOCUMENT_RELATIONS}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${DOCUMENT_RELATIONS}/styles" Target="styles.xml"/>`;
  return `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}${styles}</Relationships>`;
}

function contentTypesXml(sheets: number, hasProperties: boolean): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${MEDIA}.${type}+xml"/>`;
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', 'sheet.main'),
    override('xl/styles.xml', 'styles'),
    ...Array.from({ length: sheets }, (_, place) => override(sheetPath(place), 'worksheet')),
    hasProperties
      ? `<Override PartName="/${PROPERTIES}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`
      : '',
    '</Types>',
  ].join('');
}

export function sheetPath(place: number): string {
  return `xl/worksheets/sheet${place + 1}.xml`;
}

/** The parts after the sheets, as path and text; `ranges` holds each sheet's filtered cells. */
export function partsBehind(
  { sheet, about = '' }: { readonly sheet: string; readonly about?: string | undefined },
  ranges: readonly string[],
): readonly (readonly [path: string, xml: string])[] {
  const hasProperties = about !== '';
  return [
    ['xl/styles.xml', STYLES_XML],
    ['xl/workbook.xml', workbookXml(sheet, ranges)],
    ['xl/_rels/workbook.xml.rels', workbookRelationsXml(ranges.length)],
    ...(hasProperties ? [[PROPERTIES, propertiesXml(about)] as const] : []),
    ['_rels/.rels', rootRelationsXml(hasProperties)],
    ['[Content_Types].xml', contentTypesXml(ranges.length, hasProperties)],
  ];
}
