import { DOCUMENT_REFUSALS, type DocumentRefusal } from '@crece/contract';
import type { GateCode } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';

const REASONS: Readonly<Record<DocumentRefusal, { reason: MessageKey; todo: MessageKey }>> = {
  removal: { reason: 'waiting.reason.removal', todo: 'waiting.todo.removal' },
  merging: { reason: 'waiting.reason.merging', todo: 'waiting.todo.merging' },
  moving: { reason: 'waiting.reason.moving', todo: 'waiting.todo.moving' },
  'too-large': { reason: 'waiting.reason.too-large', todo: 'waiting.todo.too-large' },
  'batch-too-long': {
    reason: 'waiting.reason.batch-too-long',
    todo: 'waiting.todo.batch-too-long',
  },
  'malformed-revision': {
    reason: 'waiting.reason.malformed-revision',
    todo: 'waiting.todo.malformed-revision',
  },
  'too-many-versions': {
    reason: 'waiting.reason.too-many-versions',
    todo: 'waiting.todo.too-many-versions',
  },
  'forbidden-content': {
    reason: 'waiting.reason.forbidden-content',
    todo: 'waiting.todo.forbidden-content',
  },
  'unknown-kind': { reason: 'waiting.reason.unknown-kind', todo: 'waiting.todo.unknown-kind' },
  'other-unit': { reason: 'waiting.reason.other-unit', todo: 'waiting.todo.other-unit' },
  erased: { reason: 'waiting.reason.erased', todo: 'waiting.todo.erased' },
  unreadable: { reason: 'waiting.reason.unreadable', todo: 'waiting.todo.unreadable' },
};

/** Why the gate cannot read a record. */
const GATE: Readonly<
  Record<
    GateCode | 'generation-too-high' | 'version-not-taken' | 'id-of-other-unit' | 'unreadable-here',
    MessageKey
  >
> = {
  'not-an-object': 'waiting.unreadable.not-an-object',
  'id-missing': 'waiting.unreadable.id-missing',
  'unknown-kind': 'waiting.unreadable.unknown-kind',
  'forbidden-name': 'waiting.unreadable.forbidden-name',
  'name-characters': 'waiting.unreadable.name-characters',
  attachments: 'waiting.unreadable.attachments',
  'too-deep': 'waiting.unreadable.too-deep',
  'name-missing': 'waiting.unreadable.name-missing',
  'gender-invalid': 'waiting.unreadable.gender-invalid',
  'birth-date-invalid': 'waiting.unreadable.birth-date-invalid',
  'owner-missing': 'waiting.unreadable.owner-missing',
  'survey-date-invalid': 'waiting.unreadable.survey-date-invalid',
  'height-invalid': 'waiting.unreadable.height-invalid',
  'weight-invalid': 'waiting.unreadable.weight-invalid',
  'muac-invalid': 'waiting.unreadable.muac-invalid',
  'mother-date-missing': 'waiting.unreadable.mother-date-missing',
  'generation-too-high': 'waiting.unreadable.generation-too-high',
  'version-not-taken': 'waiting.unreadable.version-not-taken',
  'id-of-other-unit': 'waiting.unreadable.id-of-other-unit',
  'unreadable-here': 'waiting.unreadable.unreadable-here',
};

/** The refusal if this version knows it; a newer server may have others. */
export const refusalOf = (reason: string): DocumentRefusal | null =>
  DOCUMENT_REFUSALS.find((each) => each === reason) ?? null;

/** Why the server refused a record, and what to do, in plain words. */
export function refusalWords(
  { t }: Pick<Translator, 't'>,
  reason: string,
  contact: string,
): { reason: string; todo: string } {
  const known = refusalOf(reason);
  if (known === null) {
    return {
      reason: t('waiting.reason.other', { reason }),
      todo: t('waiting.todo.other', { contact }),
    };
  }
  return { reason: t(REASONS[known].reason), todo: t(REASONS[known].todo, { contact }) };
}

/** The sentence for a reason of the gate; the code itself when only a newer version knows it. */
export function gateWords({ t }: Pick<Translator, 't'>, code: string): string {
  return Object.hasOwn(GATE, code) ? t(GATE[code as GateCode]) : code;
}
