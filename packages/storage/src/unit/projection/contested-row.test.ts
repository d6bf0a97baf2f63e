import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { expect, it } from 'vitest';
import { rowOfFile } from '../writes/row-of-file.ts';

it('the row of a birth date that waits for a choice says so, and not that it was worked out again', () => {
  const child = aChild();
  const screening = anAssessedScreening(child, { height: 74, weight: 8.9 });
  const versions = { child: [aChild({ birthDate: '2023-03-10' })], screenings: new Map() };
  const file = { child, screenings: [screening], pendingIds: [], versions };
  const { newest } = rowOfFile(file, '2025-05-10', '2025-05-10');
  expect(newest).toMatchObject({ isContested: true, colour: 'red' });
  expect(newest?.isWorkedOutAnew).toBeUndefined();
});
