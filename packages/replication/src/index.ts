export type { LeafDocument } from './merge/compare-fields.ts';
export * from './merge/contested-versions.ts';
export * from './merge/plan-merge.ts';
export * from './provenance.ts';
export * from './revision-id.ts';
export * from './tree/read-tree.ts';
export * from './tree/revision.ts';
export * from './tree/revision-tree.ts';
