export * from './account/check-account.ts';
export * from './account/check-password.ts';
export * from './account/former-names.ts';
export * from './account/password-strength.ts';
export * from './account/pin.ts';
export { withShownAnswers } from './account/shown-answers.ts';
export * from './account/unusual-letters.ts';
export * from './base/canonical.ts';
export { readConsent } from './base/consent.ts';
export { firstNumber } from './base/first-number.ts';
export * from './base/fold-text.ts';
export { longerWay, readHome } from './base/homes.ts';
export * from './base/ids.ts';
export { joinSameAs } from './base/join-same-as.ts';
export * from './base/languages.ts';
export * from './base/limits.ts';
export { laterMessage, withOpened, withoutOpened } from './base/messaged.ts';
export * from './base/optional.ts';
export * from './catalogue/catalogue.ts';
export * from './catalogue/change-catalogue.ts';
export * from './catalogue/flags.ts';
export { type MessageNumber, messageNumber } from './catalogue/phone-number.ts';
export * from './catalogue/propose-database.ts';
export * from './child/check-child.ts';
export * from './child/children-once.ts';
export * from './child/consent-answers.ts';
export * from './child/decide-same.ts';
export { type DuplicateDraft, findDuplicates, type NamedChild } from './child/duplicates.ts';
export * from './child/family.ts';
export {
  FAMILY_ANSWERS,
  type FamilyFacts,
  familyFacts,
  withFamilyAnswers,
  withRefusalsTakenBack,
} from './child/family-facts.ts';
export * from './child/kept-long.ts';
export * from './child/moved.ts';
export { samePairsOf } from './child/pairs-of-child.ts';
export * from './child/plan-conversion.ts';
export * from './child/plan-writes.ts';
export { type Groups, groupsOf, leadsOf, otherIds, sameIds } from './child/same-child.ts';
export { findSamePairs, type SamePair, samePairSteps } from './child/same-pairs.ts';
export { isParticle } from './child/sound-key.ts';
export * from './child/summarise-child.ts';
export * from './dates/age.ts';
export * from './dates/calendar.ts';
export * from './dates/time-zones.ts';
export * from './day/screening-day.ts';
export * from './due/due-list.ts';
export * from './due/due-visit.ts';
export * from './due/family-message.ts';
export { isMessageFresh, openedMessage } from './due/message-fresh.ts';
export * from './due/message-steps.ts';
export * from './due/referral-draft.ts';
export * from './fields/child-table.ts';
export * from './fields/conflicts.ts';
export * from './fields/drafts.ts';
export * from './fields/entities.ts';
export * from './fields/field.ts';
export * from './fields/mother-table.ts';
export * from './fields/parse.ts';
export * from './fields/records.ts';
export * from './fields/screening-table.ts';
export * from './fields/text.ts';
export * from './gate/check-document.ts';
export {
  forbiddenNames,
  MACHINERY_NAMES,
  MAX_FIELD_DEPTH,
  PROTOCOL_NAMES,
} from './gate/forbidden-names.ts';
export { type GateCode, type GateContext, isRecord, type RawRecord } from './gate/gate-codes.ts';
export { ESCAPED_CHARACTERS, hasEscapedName } from './gate/name-characters.ts';
export { PROVENANCE_NAMES } from './gate/provenance.ts';
export * from './gate/read-document.ts';
export { repairDate } from './gate/repairs.ts';
export * from './mother/check-mother.ts';
export * from './mother/women-like.ts';
export { isCatalogueChangeWithin, placesWithin } from './permissions/catalogue-reach.ts';
export * from './permissions/permissions.ts';
export * from './permissions/rights.ts';
export * from './reports/desk-query.ts';
export * from './reports/report-query.ts';
export * from './screening/acute-evidence.ts';
export * from './screening/acute-screening.ts';
export * from './screening/age-today.ts';
export * from './screening/assess-measures.ts';
export * from './screening/assess-screening.ts';
export * from './screening/assess-stored.ts';
export * from './screening/body-mass.ts';
export * from './screening/classify.ts';
export * from './screening/compare-with-told.ts';
export * from './screening/contested-screening.ts';
export * from './screening/contradictions.ts';
export * from './screening/crossed-lines.ts';
export * from './screening/exact-measures.ts';
export * from './screening/height-position.ts';
export * from './screening/likely-meant.ts';
export * from './screening/muac.ts';
export * from './screening/next-visit.ts';
export * from './screening/order.ts';
export * from './screening/parse-draft.ts';
export * from './screening/praise.ts';
export * from './screening/read-screening.ts';
export * from './screening/screening-age.ts';
export * from './screening/screening-draft.ts';
export * from './screening/screening-mark.ts';
export * from './screening/severest-preview.ts';
export * from './screening/status-table.ts';
export * from './screening/stored-screening.ts';
export * from './screening/stored-z-scores.ts';
export * from './screening/supplement.ts';
export * from './screening/supplement-end.ts';
export * from './screening/told.ts';
export * from './screening/usable-measures.ts';
export * from './screening/weight-trend.ts';
export { checkProgrammeSettings } from './settings/check-programme-settings.ts';
export { familyTextIssue } from './settings/family-text-issues.ts';
export type { FamilyText, Placeholder } from './settings/family-texts.ts';
export { forbiddenWord } from './settings/forbidden-words.ts';
export {
  DEFAULT_FAMILY_TEXTS,
  FAMILY_TEXTS,
  FILLING_MAX_LENGTH,
  familyText,
  longestText,
  PLACEHOLDERS,
  placesIn,
} from './settings/message-text.ts';
export * from './settings/programme-settings.ts';
export { RULES_VERSION, rulesText, rulesTold } from './settings/rules-version.ts';
export * from './settings/said-text.ts';
export * from './settings/setting-changes.ts';
export * from './settings/settings-number.ts';
export { type SmsLength, smsLength, withoutForcing } from './settings/sms-length.ts';
export {
  NAMED_SUPPLEMENTS,
  readSupplements,
  SUPPLEMENT_TEXT_MAX_LENGTH,
} from './settings/supplement-texts.ts';
export * from './slip/answer-code.ts';
export * from './slip/clinic-answer.ts';
export * from './slip/slip.ts';
export * from './slip/slip-link.ts';
export * from './standing/actions-today.ts';
export * from './standing/child-standing.ts';
export * from './standing/episodes.ts';
export * from './standing/facts.ts';
export * from './standing/hero.ts';
export * from './standing/lost.ts';
export * from './standing/open-signs.ts';
export * from './standing/open-today.ts';
export * from './standing/outcome.ts';
export * from './standing/outcome-target.ts';
export * from './standing/outcome-today.ts';
export * from './standing/refer-signs.ts';
export * from './standing/shown-actions.ts';
export * from './standing/standing.ts';
export * from './standing/standing-facts.ts';
export * from './standing/standing-mark.ts';
