export { type BackgroundConditions, type BackgroundOptions, keepSynced } from './background.ts';
export { openSync, type SyncOptions } from './open-sync.ts';
export { type PhoneState, phoneState } from './phone-state.ts';
export * from './types.ts';
