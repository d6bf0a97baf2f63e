import type { DocumentRefusal } from '@crece/contract';
import { RECORD_KINDS } from '@crece/domain';

/**
 * The second fence: what CouchDB itself refuses in a unit's database, also from whoever reaches it
 * past the gateway. It refuses less than the domain's gate (its JavaScript knows none of the rules of
 * reading) and never more, except wrong types of provenance, which only our own applications write.
 * `fence.test.ts` compares it with the gate.
 */

/** Names that would reach into the machinery of objects if they were ever assigned. */
const MACHINERY = ['__proto__', 'constructor', 'prototype'];
/** Nested deeper than any record of ours. */
const MAX_DEPTH = 32;
/** Who wrote a record and when: texts where they are present. */
const PROVENANCE_TEXTS = ['updatedAt', 'updatedBy', 'device', 'rules'];
/** Names with an underscore that CouchDB adds before it asks. */
const PROTOCOL_NAMES = ['_id', '_rev', '_deleted', '_revisions'];

const REASONS = {
  kind: 'unknown-kind',
  content: 'forbidden-content',
  unreadable: 'unreadable',
} as const satisfies Record<string, DocumentRefusal>;

/** The function as text, in the JavaScript of 2009 that every CouchDB 3 runs. */
export function fenceSource(): string {
  const known = JSON.stringify({
    kinds: RECORD_KINDS,
    machinery: MACHINERY,
    protocol: PROTOCOL_NAMES,
    texts: PROVENANCE_TEXTS,
    reasons: REASONS,
  });
  return `function (newDoc, oldDoc, userCtx, secObj) {
  var known = ${known};
  var own = Object.prototype.hasOwnProperty;
  function refuse(reason) {
    throw { forbidden: reason };
  }
  function isObject(value) {
    return Object.prototype.toString.call(value) === '[object Object]';
  }
  function checkNames(value, depth) {
    if (typeof value !== 'object' || value === null) return;
    if (depth > ${MAX_DEPTH}) refuse(known.reasons.unreadable);
    for (var name in value) {
      if (!own.call(value, name)) continue;
      if (known.machinery.indexOf(name) >= 0) refuse(known.reasons.content);
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
  if (newDoc._deleted === true) return;
  for (var t = 0; t < known.texts.length; t += 1) {
    var text = newDoc[known.texts[t]];
    if (text !== undefined && typeof text !== 'string') refuse(known.reasons.unreadable);
  }
  if (newDoc.stamp === undefined) return;
  if (!isObject(newDoc.stamp)) refuse(known.reasons.unreadable);
  for (var stamped in newDoc.stamp) {
    var generation = newDoc.stamp[stamped];
    var isGeneration = typeof generation === 'number' && generation > 0 && generation % 1 === 0;
    if (!isGeneration) refuse(known.reasons.unreadable);
  }
}`;
}
