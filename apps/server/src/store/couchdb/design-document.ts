import { RECORD_KINDS } from '@crece/domain';
import { fenceSource } from './fence.ts';

/** The server's own design document in a unit's database; it never leaves the server. */
export const DESIGN_NAME = 'crece';
/** Counts the records of each kind. */
export const KINDS_VIEW = 'kinds';

function kindsSource(): string {
  return `function (doc) {
  var kinds = ${JSON.stringify(RECORD_KINDS)};
  for (var i = 0; i < kinds.length; i += 1) {
    if (doc._id.indexOf(kinds[i] + '_') === 0) {
      emit(kinds[i], null);
      return;
    }
  }
  emit(null, null);
}`;
}

/** The wanted content of the design document, without its id and revision. */
export function designFields(options: { isFenced: boolean }): Readonly<Record<string, unknown>> {
  return {
    language: 'javascript',
    views: { [KINDS_VIEW]: { map: kindsSource(), reduce: '_count' } },
    ...(options.isFenced ? { validate_doc_update: fenceSource() } : {}),
  };
}

/** A design document of its own for the indexes by field, which versions without them leave alone. */
export const FIELDS_DESIGN = 'crece_fields';

/** Names each document by what its field holds: see `holdsOneOf`. */
function fieldSource(field: string): string {
  return `function (doc) {
  var held = doc[${JSON.stringify(field)}];
  var parts = Array.isArray(held) ? held : [held];
  for (var i = 0; i < parts.length; i += 1) {
    var value = Array.isArray(parts[i]) ? parts[i][0] : parts[i];
    if (typeof value === 'string') emit(value, null);
  }
}`;
}

/** The wanted content of the design document of indexes: a view for each field, with its name. */
export function fieldsDesign(fields: readonly string[]): object {
  const views = Object.fromEntries(fields.map((field) => [field, { map: fieldSource(field) }]));
  return { language: 'javascript', views };
}
