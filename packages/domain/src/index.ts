export * from './account/check-account.ts';
export * from './account/check-password.ts';
export * from './account/password-strength.ts';
export * from './account/pin.ts';
export * from './catalogue/catalogue.ts';
export * from './catalogue/change-catalogue.ts';
export * from './catalogue/flags.ts';
export * from './child/age-today.ts';
export * from './child/check-child.ts';
export * from './child/duplicates.ts';
export * from './child/plan-writes.ts';
export * from './child/summarise-child.ts';
export * from './dates/age.ts';
export * from './dates/calendar.ts';
export * from './dates/time-zones.ts';
export * from './entities.ts';
export * from './gate/canonical.ts';
export * from './gate/check-document.ts';
export {
  MACHINERY_NAMES,
  MAX_FIELD_DEPTH,
  PROTOCOL_NAMES,
} from './gate/forbidden-names.ts';
export type { GateCode, GateContext } from './gate/gate-codes.ts';
export * from './gate/read-document.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './mother/check-mother.ts';
export * from './optional.ts';
export * from './parse.ts';
export * from './permissions/permissions.ts';
export * from './records.ts';
export * from './screening/acute-evidence.ts';
export * from './screening/assess-screening.ts';
export * from './screening/assess-stored.ts';
export * from './screening/body-mass.ts';
export * from './screening/classify.ts';
export * from './screening/muac.ts';
export * from './screening/next-visit.ts';
export * from './screening/order.ts';
export * from './screening/parse-draft.ts';
export * from './screening/read-screening.ts';
export * from './screening/screening-draft.ts';
export * from './screening/shown-actions.ts';
export * from './screening/status-table.ts';
export * from './screening/stored-z-scores.ts';
export * from './screening/supplement.ts';
