import type { DocumentRefusal } from '@crece/contract';
import {
  ESCAPED_CHARACTERS,
  MACHINERY_NAMES,
  MAX_FIELD_DEPTH,
  PROTOCOL_NAMES,
  RECORD_KINDS,
} from '@crece/domain';

/**
 * The fence: a validation function in each unit's database, by which CouchDB itself refuses
 * documents even from clients that bypass the gateway. It checks kinds, names and depth exactly as
 * the domain's gate does, and none of the gate's rules for reading. It must never refuse more: a
 * document that the gate accepts and repairs would be lost here. `fence.test.ts` compares the two.
 */

const REASONS = {
  kind: 'unknown-kind',
  content: 'forbidden-content',
  unreadable: 'unreadable',
} as const satisfies Record<string, DocumentRefusal>;

/** The function as text, in the JavaScript of 2009 (ES5) that every CouchDB 3 runs. */
export function fenceSource(): string {
  const known = JSON.stringify({
    kinds: RECORD_KINDS,
    machinery: MACHINERY_NAMES,
    protocol: PROTOCOL_NAMES,
    escaped: ESCAPED_CHARACTERS,
    reasons: REASONS,
  });
  return `function (newDoc, oldDoc, userCtx, secObj) {
  var known = ${known};
  var own = Object.prototype.hasOwnProperty;
  var escaped = new RegExp(known.escaped);
  function refuse(reason) {
    throw { forbidden: reason };
  }
  function checkNames(value, depth) {
    if (typeof value !== 'object' || value === null) return;
    if (depth > ${MAX_FIELD_DEPTH}) refuse(known.reasons.unreadable);
    for (var name in value) {
      if (!own.call(value, name)) continue;
      if (known.machinery.indexOf(name) >= 0) refuse(known.reasons.content);
      if (newDoc._deleted !== true && escaped.test(name)) refuse(known.reasons.content);
      checkNames(value[name], depth + 1);
    }
  }
  var isOurs = false;
  for (var k = 0; k < known.kinds.length; k += 1) {
    if (newDoc._id.indexOf(known.kinds[k] + '_') === 0) isOurs = true;
  }
  if (!isOurs) refuse(known.reasons.kind);
  for (var field in newDoc) {
    if (field.charAt(0) === '_' && known.protocol.indexOf(field) < 0) refuse(known.reasons.content);
  }
  checkNames(newDoc, 1);
}`;
}
