/** @typedef {{ platform: string, arch: string, musl: boolean }} Machine */

/**
 * The system that packages must fit; musl is the C library of Alpine, for which npm has no Node.
 * @returns {Machine}
 */
function thisMachine() {
  /** @type {any} typed without the fields of its report */
  const report = process.platform === 'linux' ? process.report : null;
  // Without this the report looks up the name of every open connection first.
  if (report) report.excludeNetwork = true;
  const musl = report !== null && report.getReport().header.glibcVersionRuntime === undefined;
  return { platform: process.platform, arch: process.arch, musl };
}

module.exports = { thisMachine };
