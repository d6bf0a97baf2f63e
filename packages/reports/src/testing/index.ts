export {
  GOLDEN_SET,
  type GoldenReport,
  goldenDifferences,
  goldenDocuments,
  goldenDocumentsText,
  goldenPlace,
} from './golden-set.ts';
