import { describe, expect, it } from 'vitest';
import { NO_Z_SCORES } from '../screening/stored-z-scores.ts';
import { aChild, aMother, aScreening } from '../testing/index.ts';
import {
  withAssessment,
  withChildFields,
  withMotherFields,
  withScreeningFields,
  withSummary,
} from './records.ts';

describe('replacing fields of a record', () => {
  it('replaces the typed fields as a group, and keeps all other fields', () => {
    const stored = { ...aChild(), shoe: 19 };
    const fields = {
      firstName: 'Ana',
      lastName: 'Xicay',
      gender: 'Girl' as const,
      birthDate: '2024-03-10',
      memberStatus: 'No' as const,
    };
    const changed = withChildFields(stored, fields);
    expect(changed).toMatchObject({
      ...fields,
      shoe: 19,
      monthAge: 14,
      statusColor: 'redZoneZscore',
    });
    for (const name of ['ward', 'phone', 'comments', 'mother']) {
      expect(changed).not.toHaveProperty(name);
    }
  });

  it('keeps the owner and the screening status of older systems, and adds neither', () => {
    const { owner: _owner, screeningStatus: _status, ...fields } = aChild();
    const older = aChild({ owner: 'ana', screeningStatus: 'done' });
    expect(withSummary(withChildFields(older, fields), {})).toMatchObject({
      owner: 'ana',
      screeningStatus: 'done',
    });
    const ours = withSummary(withChildFields(aChild(), fields), { supType: 'sup' });
    expect(ours).not.toHaveProperty('owner');
    expect(ours).not.toHaveProperty('screeningStatus');
  });

  it('removes a summary that is now empty', () => {
    const cleared = withSummary(aChild(), {});
    for (const name of [
      'zscoreStatus',
      'statusColor',
      'lastScreening',
      'supType',
      'bmi',
      'obese',
    ]) {
      expect(cleared).not.toHaveProperty(name);
    }
    expect(cleared.firstName).toBe('Marisol');
  });

  it('removes a cleared measurement, and a class that no longer applies', () => {
    const screening = withScreeningFields(aScreening(), { surveyDate: '2025-05-10', muac: 12 });
    expect(screening).toMatchObject({ muac: 12, status: 'RED_CHILD' });
    expect(screening).not.toHaveProperty('height');
    const assessed = withAssessment(screening, { zScore: NO_Z_SCORES, actions: [] });
    expect(assessed).not.toHaveProperty('status');
    expect(assessed).not.toHaveProperty('monthAge');
    expect(assessed.muac).toBe(12);
  });

  it('removes the delivery date after the birth', () => {
    const fields = {
      firstName: 'Rosa',
      lastName: 'Tzul',
      memberStatus: 'Unknown' as const,
      childsBirthDate: '2025-08-18',
    };
    const mother = withMotherFields(aMother(), fields);
    expect(mother).not.toHaveProperty('deliveryDate');
    expect(mother).toMatchObject({ childsBirthDate: '2025-08-18', interviewer: 'Ana Morales' });
  });
});
