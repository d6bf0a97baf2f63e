// One chunk that includes WHO's day tables: kept for offline use, loaded when a screening is shown.
export { causesOfDifference, exactReading } from '@crece/domain/exact';
export { guidance, mayFold } from '@crece/domain/guidance';
