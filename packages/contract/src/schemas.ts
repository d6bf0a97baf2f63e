// The package entry for the server and for tests: the schema of every body, request and answer,
// and the calls that carry them. A browser gets their types from the main entry.

export * from './accounts.ts';
export * from './audit.ts';
export * from './calls.ts';
export * from './catalogue.ts';
export * from './config.ts';
export * from './csv-messages.ts';
export * from './desk.ts';
export * from './erasures.ts';
export * from './errors.ts';
export * from './exports.ts';
export * from './files.ts';
export * from './first-steps.ts';
export * from './gateway.ts';
export * from './gateway-calls.ts';
export * from './imports.ts';
export * from './local-backup.ts';
export * from './params.ts';
export * from './phones.ts';
export * from './referral.ts';
export * from './reports.ts';
export * from './retention.ts';
export * from './server-state.ts';
export * from './units.ts';
