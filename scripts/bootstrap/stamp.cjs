const fs = require('node:fs');
const path = require('node:path');

/**
 * The stamp lies inside node_modules, so that deleting the folder (as `npm ci` does first) deletes
 * it, and it is written only after a complete install: a cut one leaves none.
 * @param {string} folder the folder that holds node_modules
 */
function stampOf(folder) {
  return path.join(folder, 'node_modules', '.crece-install');
}

/**
 * The hash of the last complete install, or null.
 * @param {string} folder
 * @returns {string | null}
 */
function readStamp(folder) {
  try {
    return fs.readFileSync(stampOf(folder), 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * @param {string} folder
 * @param {string} hash
 */
function writeStamp(folder, hash) {
  const file = stampOf(folder);
  // Renamed into place: never half a stamp.
  fs.writeFileSync(`${file}.new`, `${hash}\n`);
  fs.renameSync(`${file}.new`, file);
}

/** @param {string} folder */
function dropStamp(folder) {
  fs.rmSync(stampOf(folder), { force: true });
}

module.exports = { dropStamp, readStamp, writeStamp };
