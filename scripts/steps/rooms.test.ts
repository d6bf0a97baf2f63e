import { describe, expect, it } from 'vitest';
import { type CruisedModule, roomFaults, roomsOf } from './rooms.ts';

const SERVER = { src: 'apps/server/src' };

/** `a/x.ts → b/y.ts`, both in the server. */
function imports(...lines: readonly string[]): CruisedModule[] {
  return lines.map((line) => {
    const [source = '', resolved = ''] = line.split(' → ').map((file) => `apps/server/src/${file}`);
    return { source, dependencies: [{ resolved }] };
  });
}

describe('rooms', () => {
  it('names the rooms that import one another, over others too, and by which files', () => {
    const modules = imports(
      'a/1.ts → b/1.ts',
      'b/2.ts → c/1.ts',
      'c/2.ts → a/2.ts',
      'd/1.ts → a/1.ts',
    );
    expect(roomsOf(modules, SERVER).inCircles).toEqual(['a', 'b', 'c']);
    expect(roomFaults(modules, SERVER)).toEqual([
      'apps/server/src: 3 of 4 rooms are in circles: a, b, c',
      '  a → b: apps/server/src/a/1.ts → apps/server/src/b/1.ts',
      '  b → c: apps/server/src/b/2.ts → apps/server/src/c/1.ts',
      '  c → a: apps/server/src/c/2.ts → apps/server/src/a/2.ts',
    ]);
  });

  it('rooms are in order when no arrow leads back; tests and what they use do not count', () => {
    const modules = imports(
      'app.ts → a/1.ts',
      'a/1.ts → b/deep/1.ts',
      'a/1.ts → a/2.ts',
      'b/1.test.ts → a/1.ts',
      'b/testing/1.ts → a/1.ts',
    );
    expect(roomFaults(modules, SERVER)).toEqual([]);
    expect(roomsOf(modules, SERVER).rooms).toEqual(['.', 'a']);
  });

  it('count files directly in the house as one room', () => {
    const modules = imports('app.ts → a/1.ts', 'a/1.ts → services.ts');
    expect(roomsOf(modules, SERVER).inCircles).toEqual(['.', 'a']);
  });

  it('rooms on a floor are one folder deeper', () => {
    const modules = imports('unit/a/1.ts → unit/b/1.ts', 'unit/b/1.ts → unit/a/1.ts');
    expect(roomsOf(modules, SERVER).inCircles).toEqual([]);
    const house = { ...SERVER, floors: ['unit'] };
    expect(roomsOf(modules, house).inCircles).toEqual(['unit/a', 'unit/b']);
  });

  it('open files enter rooms, wherever they are', () => {
    const modules = imports(
      'a/1.ts → b/c/feature.ts',
      'b/1.ts → a/1.ts',
      'b/c/feature.ts → a/feature.ts',
    );
    expect(roomsOf(modules, SERVER).inCircles).toEqual(['a', 'b']);
    expect(roomsOf(modules, { ...SERVER, open: /feature[.]ts$/ }).inCircles).toEqual([]);
  });

  it('a house of which no module was read is at fault', () => {
    expect(roomFaults([], SERVER)).toEqual(['apps/server/src: no module was looked at']);
  });
});
