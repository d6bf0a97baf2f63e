/** For whoever scans a slip that no child of the unit has: apart, so that no first screen keeps it. */
export const MOVED_SLIPS_PATH = '/api/children/moved/:stakeDB';
