// Budgets of what a phone has to fetch (docs: design, "Budgets"). The files come from the build
// itself, so that a new chunk cannot stay uncounted.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, 'apps/web/dist');
const ENTRY = 'index.html';
const LIST = 'src/features/children/child-list-page.tsx';

const manifestFile = join(DIST, '.vite/manifest.json');
if (!existsSync(manifestFile)) throw new Error('Build the web application first: npm run build');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

/** The chunks that the application's page itself begins with. */
function chunksOfPage() {
  const page = readFileSync(join(DIST, ENTRY), 'utf8');
  const names = Object.keys(manifest).filter((name) => page.includes(`/${manifest[name].file}`));
  if (names.length === 0) throw new Error('The application page begins with no chunk');
  return names;
}

/** Every chunk that these need before they can run: their static imports, all the way down. */
function withImports(...names) {
  const seen = new Set();
  const follow = (name) => {
    if (seen.has(name)) return;
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no chunk for ${name}`);
    seen.add(name);
    for (const imported of chunk.imports ?? []) follow(imported);
  };
  for (const name of names) follow(name);
  return [...new Set([...seen].map((name) => manifest[name].file))];
}

/** What every start loads once the first rows stand. */
const OF_START = [
  'src/api/config.ts',
  'src/data/catalogue.ts',
  'src/data/keep-unit.ts',
  'src/features/children/later-orders.ts',
  'src/features/lock/keeper.ts',
  'src/offline/update-bar.tsx',
  'src/shared/arrival/arrival-blank.tsx',
  'src/shared/navigation/due-count.tsx',
  'src/shared/scan/scan-button.tsx',
  'src/ui/blank-pictures.tsx',
  '../../packages/storage/src/unit/device/seen-unit.ts',
  '../../packages/storage/src/unit/projection/read-changes.ts',
  '../../packages/storage/src/unit/writes/writes.ts',
];

/** Each script is a request, which costs more than its bytes: no way of a visit may ask for more. */
const MOST_SCRIPTS = {
  'a start': [6, [LIST, ...OF_START]],
  'a new child': [11, [LIST, ...OF_START, 'src/features/children/child-form-page.tsx']],
  "a child's page": [9, [LIST, ...OF_START, 'src/features/screenings/child-view-page.tsx']],
};
for (const [way, [most, names]] of Object.entries(MOST_SCRIPTS)) {
  const { length } = withImports(...chunksOfPage(), ...names).filter((file) =>
    file.endsWith('.js'),
  );
  if (length > most) throw new Error(`${way} loads ${length} scripts; the most is ${most}`);
}

/**
 * Files that the service worker stores on every device: `url` while it installs, `later` afterwards.
 * The build wrote their names into the worker.
 */
function keptFiles(group) {
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8');
  const named = new RegExp(`["']?${group}["']?:\\s*["'\`]([^"'\`]+)["'\`]`, 'g');
  const files = new Set([...worker.matchAll(named)].map(([, file]) => file));
  if (files.size === 0) throw new Error(`The service worker keeps no files as "${group}"`);
  return [...files];
}

const inDist = (files) => files.map((file) => join(DIST, file));

/**
 * Files as a device stores them: of these types compressed (src/offline/sw.ts), the scripts of a visit
 * apart; measured on the copies that the build compressed in advance.
 */
const asStored = (files, types) =>
  files.map((file) =>
    types.test(file) && existsSync(join(DIST, `${file}.gz`)) ? `${file}.gz` : file,
  );
const OF_VISIT = /\.(?:css|svg)$/;
const OF_OTHERS = /\.(?:css|svg|js|txt)$/;

/** Everything that a phone fetches which opens the clinic's page and never had Crece. */
function clinicFiles() {
  const worker = readFileSync(join(DIST, 'referral-sw.js'), 'utf8');
  const named = [...worker.matchAll(/["'`]\/((?:assets\/|icon)[^"'`]+)["'`]/g)].map(
    ([, file]) => file,
  );
  if (named.length < 3) throw new Error("The clinic's worker names no files");
  return ['referral.html', 'referral-sw.js', ...new Set(named)];
}

const ofVisit = keptFiles('visit');

export default [
  {
    name: 'First load of the children list, JavaScript',
    path: inDist(withImports(...chunksOfPage(), LIST).filter((file) => file.endsWith('.js'))),
    limit: '142 kB',
    gzip: true,
  },
  {
    name: 'Files that the installation keeps for use without a connection',
    path: inDist(keptFiles('url')),
    limit: '890 kB',
    gzip: false,
    brotli: false,
  },
  {
    name: 'All files that every device keeps',
    path: inDist([
      ...asStored(ofVisit, OF_VISIT),
      ...asStored(
        keptFiles('url').filter((file) => !ofVisit.includes(file)),
        OF_OTHERS,
      ),
      ...asStored(keptFiles('later'), OF_OTHERS),
    ]),
    limit: '1020 kB',
    gzip: false,
    brotli: false,
  },
  {
    name: "First visit of the clinic's page",
    path: inDist(clinicFiles()),
    limit: '150 kB',
    gzip: true,
  },
];
