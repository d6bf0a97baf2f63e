import type { GateCode } from '@crece/domain';
import type { MessageKey } from '@crece/messages';

const REASONS: Readonly<Record<GateCode, MessageKey>> = {
  'not-an-object': 'children.unreadable.not-an-object',
  'id-missing': 'children.unreadable.id-missing',
  'unknown-kind': 'children.unreadable.unknown-kind',
  'forbidden-name': 'children.unreadable.forbidden-name',
  attachments: 'children.unreadable.attachments',
  'too-deep': 'children.unreadable.too-deep',
  'name-missing': 'children.unreadable.name-missing',
  'gender-invalid': 'children.unreadable.gender-invalid',
  'birth-date-invalid': 'children.unreadable.birth-date-invalid',
  'owner-missing': 'children.unreadable.owner-missing',
  'survey-date-invalid': 'children.unreadable.survey-date-invalid',
  'height-invalid': 'children.unreadable.height-invalid',
  'weight-invalid': 'children.unreadable.weight-invalid',
  'muac-invalid': 'children.unreadable.muac-invalid',
  'mother-date-missing': 'children.unreadable.mother-date-missing',
};

/** The sentence of a reason of the gate; null for one that only a newer version knows. */
export function reasonKey(code: string): MessageKey | null {
  return Object.hasOwn(REASONS, code) ? REASONS[code as GateCode] : null;
}
