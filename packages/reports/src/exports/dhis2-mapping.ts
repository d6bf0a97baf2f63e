import type { UnitDatabase } from '@crece/domain';
import type { Language } from '@crece/messages';
import { createReportWords } from '@crece/messages/report-words';
import { DHIS2_FIGURES, DHIS2_PARTS } from './dhis2-figures.ts';

/** The DHIS2 data element for a figure, for its total or its parts. */
export interface FigureTarget {
  readonly dataElement: string;
  /** For the total; absent: DHIS2's default. */
  readonly categoryOptionCombo?: string;
  /** By part, see `DHIS2_PARTS`; if present, the parts are exported and the total is not. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** The mapping of figures and units to identifiers of an organisation's DHIS2. */
export interface Dhis2Mapping {
  readonly dataSet?: string;
  readonly attributeOptionCombo?: string;
  readonly figures: ReadonlyMap<string, FigureTarget>;
  /** Organisation units by `stakeDB`. */
  readonly orgUnits: ReadonlyMap<string, string>;
}

/** An error in a mapping: its place, and a code. */
export interface MappingProblem {
  readonly code: 'not-text' | 'not-object' | 'no-figure' | 'no-part';
  /** Names in the file, the outermost first; empty for the file itself. */
  readonly place: readonly string[];
  readonly name?: string;
}

export type ReadMapping =
  | { readonly ok: true; readonly mapping: Dhis2Mapping }
  | { readonly ok: false; readonly problems: readonly MappingProblem[] };

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the parts of a mapping and collects errors. */
class MappingReader {
  readonly problems: MappingProblem[] = [];

  /** A filled-in text; undefined when the field is absent or empty. */
  text(value: unknown, ...place: readonly string[]): string | undefined {
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    this.problems.push({ code: 'not-text', place });
    return undefined;
  }

  object(value: unknown, ...place: readonly string[]): JsonObject {
    if (isObject(value)) return value;
    if (value !== undefined) this.problems.push({ code: 'not-object', place });
    return {};
  }

  texts(value: unknown, ...place: readonly string[]): Map<string, string> {
    const texts = new Map<string, string>();
    for (const [name, entry] of Object.entries(this.object(value, ...place))) {
      const text = this.text(entry, ...place, name);
      if (text !== undefined) texts.set(name, text);
    }
    return texts;
  }

  figures(value: unknown): Map<string, FigureTarget> {
    const known = new Set(DHIS2_FIGURES.map(({ code }) => code));
    const figures = new Map<string, FigureTarget>();
    for (const [code, entry] of Object.entries(this.object(value, 'figures'))) {
      if (!known.has(code))
        this.problems.push({ code: 'no-figure', place: ['figures'], name: code });
      const target = this.target(this.object(entry, 'figures', code), code);
      if (target !== null) figures.set(code, target);
    }
    return figures;
  }

  target(entry: JsonObject, code: string): FigureTarget | null {
    const place = ['figures', code];
    const dataElement = this.text(entry['dataElement'], ...place, 'dataElement');
    const combo = this.text(entry['categoryOptionCombo'], ...place, 'categoryOptionCombo');
    const parts = this.texts(entry['parts'], ...place, 'parts');
    for (const name of parts.keys())
      if (!DHIS2_PARTS.includes(name)) this.problems.push({ code: 'no-part', place, name });
    if (dataElement === undefined) return null;
    return {
      dataElement,
      ...(combo === undefined ? {} : { categoryOptionCombo: combo }),
      ...(parts.size === 0 ? {} : { parts: Object.fromEntries(parts) }),
    };
  }
}

/** Reads a mapping file. Empty fields are not mapped; invalid ones are refused. */
export function readDhis2Mapping(json: unknown): ReadMapping {
  const reader = new MappingReader();
  const file = reader.object(json);
  const dataSet = reader.text(file['dataSet'], 'dataSet');
  const combo = reader.text(file['attributeOptionCombo'], 'attributeOptionCombo');
  const mapping = {
    ...(dataSet === undefined ? {} : { dataSet }),
    ...(combo === undefined ? {} : { attributeOptionCombo: combo }),
    figures: reader.figures(file['figures']),
    orgUnits: reader.texts(file['orgUnits'], 'orgUnits'),
  };
  return reader.problems.length === 0
    ? { ok: true, mapping }
    : { ok: false, problems: reader.problems };
}

/** One sentence per error of a mapping, with the place by names in the file. */
export function mappingSentences(
  problems: readonly MappingProblem[],
  language: Language,
): readonly string[] {
  const { word } = createReportWords(language);
  return problems.map(({ code, place, name = '' }) =>
    word(`mapping.${code}`, {
      place: place.length === 0 ? word('mapping.file') : place.join(' / '),
      name,
    }),
  );
}

/** A mapping to fill in: every figure with its description, and the requested units. */
export function dhis2MappingExample(units: readonly UnitDatabase[]): unknown {
  const parts = Object.fromEntries(DHIS2_PARTS.map((part) => [part, '']));
  return {
    dataSet: '',
    attributeOptionCombo: '',
    figures: Object.fromEntries(
      DHIS2_FIGURES.map(({ code, about }, index) => [
        code,
        {
          about,
          dataElement: '',
          categoryOptionCombo: '',
          // One figure suffices to show the parts.
          ...(index === 0 ? { parts } : {}),
        },
      ]),
    ),
    orgUnits: Object.fromEntries(units.map(({ stakeDB }) => [stakeDB, ''])),
  };
}
