export * from './coaching.ts';
export * from './desk-child.ts';
export * from './desk-choice.ts';
export * from './desk-figures.ts';
export * from './desk-list-page.ts';
export * from './desk-lists.ts';
export * from './desk-unit.ts';
export * from './funnel.ts';
