import { socketRoomOf } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { isOwnRoom } from './rooms.ts';

const NOW = new Date('2026-11-23T15:02:49.533Z');

const NAMES = [
  ['Ana', 'López'],
  ['Ana María', 'De la Cruz'],
  ['Siobhán', "O'Brien"],
  ['Jean-Luc', 'Pérez y Pérez'],
  ['Ana2', 'Norte 2'],
  ['Equipo', '3'],
  ['María de los Ángeles Guadalupe Concepción', 'Fernández de Córdoba y Álvarez de Toledo'],
] as const;

describe.each(NAMES)('a room of %s %s', (firstName, lastName) => {
  const account = { firstName, lastName };

  it('a room is accepted as the specification builds it', () => {
    expect(isOwnRoom(account, `${firstName}${lastName}${NOW.getTime()}`)).toBe(true);
    expect(isOwnRoom(account, `${firstName} ${lastName} ${NOW.getTime()}`)).toBe(true);
    const decomposed = `${firstName}${lastName}`.normalize('NFD');
    expect(isOwnRoom(account, `${decomposed}${NOW.getTime()}`)).toBe(true);
  });

  it('a room is accepted as this application builds it', () => {
    expect(isOwnRoom(account, socketRoomOf(account, NOW))).toBe(true);
  });

  it.each(['', '12345678901', '123456789012345', `${NOW.getTime()}x`])(
    'needs a timestamp, not %j',
    (end) => {
      expect(isOwnRoom(account, `${firstName}${lastName}${end}`)).toBe(false);
    },
  );

  it('the room of one name is none of another’s', () => {
    const room = `${firstName}${lastName}${NOW.getTime()}`;
    const others = NAMES.filter(([first]) => first !== firstName);
    for (const [first, last] of others) {
      expect(isOwnRoom({ firstName: first, lastName: last }, room)).toBe(false);
    }
    expect(isOwnRoom(account, `Eva${room}`)).toBe(false);
  });
});
