import { RECORD_KINDS } from '@crece/domain';
import { fenceSource } from './fence.ts';

/** The server's own design document in a unit's database; it never leaves the server. */
export const DESIGN_NAME = 'crece';
/** How many records there are of each kind. */
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

/** What the design document holds, without its id and revision, as this version wants it. */
export function designFields(options: { isFenced: boolean }): Readonly<Record<string, unknown>> {
  return {
    language: 'javascript',
    views: { [KINDS_VIEW]: { map: kindsSource(), reduce: '_count' } },
    ...(options.isFenced ? { validate_doc_update: fenceSource() } : {}),
  };
}
