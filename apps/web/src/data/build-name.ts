/** The name of this build, which the build puts in; absent in development. */
declare const __CRECE_BUILD__: string | undefined;

const NO_BUILD = '0000';

/** By what this build of the application is told from others: the beginning of its sources' digest. */
export const buildName = (): string =>
  (typeof __CRECE_BUILD__ === 'string' ? __CRECE_BUILD__ : '') || NO_BUILD;
