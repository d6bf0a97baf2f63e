/** The part of dependency-cruiser's report that says which module imports which, types too. */
export interface CruisedModule {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** A source folder whose folders are rooms. */
export interface House {
  readonly src: string;
  /** Folders that are no room themselves, but have rooms. */
  readonly floors?: readonly string[];
  /** Files that are a room by themselves, wherever they lie. */
  readonly open?: RegExp;
}

const SPECIAL: readonly House[] = [
  { src: 'packages/storage/src', floors: ['unit', 'engine'] },
  // A manifest is read by all, and stands alone by a rule of its own.
  { src: 'apps/web/src', floors: ['shared'], open: /\/feature[.]ts$/ },
];

/** The house of a package or application. */
export function houseOf(member: string): House {
  const src = `${member}/src`;
  return SPECIAL.find((house) => house.src === src) ?? { src };
}

/** One import from a room into another. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly files: string;
}

const FOR_TESTS = /\/testing\/|[.]test[.]tsx?$/;

/** The room of a file; files directly in the house are one room, `.`. `null`: not a product file. */
function roomOf(file: string, { src, floors = [], open }: House): string | null {
  if (!file.startsWith(`${src}/`) || FOR_TESTS.test(file)) return null;
  if (open?.test(file) === true) return 'open';
  const folders = file
    .slice(src.length + 1)
    .split('/')
    .slice(0, -1);
  return folders.slice(0, floors.includes(folders[0] ?? '') ? 2 : 1).join('/') || '.';
}

/** The rooms of a house, those in circles, and the imports between the latter. */
export function roomsOf(modules: readonly CruisedModule[], house: House) {
  const rooms = new Map<string, Set<string>>();
  const arrows: Arrow[] = [];
  for (const { source, dependencies } of modules) {
    const from = roomOf(source, house);
    if (from === null) continue;
    const into = rooms.get(from) ?? new Set();
    rooms.set(from, into);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved, house);
      if (to === null || to === from) continue;
      into.add(to);
      arrows.push({ from, to, files: `${source} → ${resolved}` });
    }
  }
  const reachedFrom = new Map([...rooms.keys()].map((room) => [room, reached(room, rooms)]));
  const isCircle = (from: string, to: string) =>
    reachedFrom.get(from)?.has(to) === true && reachedFrom.get(to)?.has(from) === true;
  return {
    rooms: [...rooms.keys()].sort(),
    inCircles: [...rooms.keys()].filter((room) => isCircle(room, room)).sort(),
    arrows: arrows.filter(({ from, to }) => isCircle(from, to)),
  };
}

/** Every room to which a room's imports lead, on any way. */
function reached(room: string, rooms: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const left = [...(rooms.get(room) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    left.push(...(rooms.get(next) ?? []));
  }
  return found;
}

/** What is wrong with a house: no module was read, or rooms import one another in a circle. */
export function roomFaults(modules: readonly CruisedModule[], house: House): string[] {
  const { rooms, inCircles, arrows } = roomsOf(modules, house);
  if (rooms.length === 0) return [`${house.src}: no module was looked at`];
  if (inCircles.length === 0) return [];
  return [
    `${house.src}: ${inCircles.length} of ${rooms.length} rooms are in circles: ${inCircles.join(', ')}`,
    ...arrows.map(({ from, to, files }) => `  ${from} → ${to}: ${files}`),
  ];
}
