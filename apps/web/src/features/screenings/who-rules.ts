// One chunk with WHO's day tables in it: kept for use without a connection, loaded when a screening is shown.
export { causesOfDifference, exactReading } from '@crece/domain/exact';
export { guidance, mayFold } from '@crece/domain/guidance';
