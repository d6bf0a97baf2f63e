import { API_PATHS, type ReportJobBody, type ReportStartedBody } from '@crece/contract';
import type { GrantedRole } from '@crece/domain';
import type { ServerApp } from '../../app.ts';
import { unitStoreName } from '../../gateway/unit-place.ts';
import { soonAnswered } from '../../testing/soon.ts';
import { anApp, type TestOptions } from '../../testing/test-app.ts';
import { aSignedIn, call } from '../../testing/test-people.ts';

export const COBAN = 'coban_stake_gtm';

/** A child as a phone writes it. */
export function aChild(unit: string, name: string, different: object = {}) {
  return {
    _id: `chld_${unit}_1748880000000_${name.toLowerCase()}`,
    firstName: name,
    lastName: 'Xol',
    gender: 'Girl',
    birthDate: '2024-05-03',
    memberStatus: 'Yes',
    ...different,
  };
}

/** A screening of a child, by the child's name in `aChild`. */
export function aScreening(unit: string, name: string, number = 1, different: object = {}) {
  return {
    _id: `scr_${unit}_17488800000${String(number).padStart(2, '0')}_${name.toLowerCase()}`,
    owner: `chld_${unit}_1748880000000_${name.toLowerCase()}`,
    surveyDate: '2025-06-01',
    gender: 'Girl',
    weight: 8.4,
    height: 78,
    ...different,
  };
}

/** Writes documents directly into a unit's store. */
export async function fill({ services }: ServerApp, unit: string, documents: readonly object[]) {
  const store = await services.stores.open(unitStoreName(unit));
  await store.write(documents as readonly { _id: string }[]);
}

/** Differences from a report `all` of Coban. */
interface Asked {
  stakeDB?: string;
  cCode?: string;
  scopeType?: string;
  sortField?: string;
  language?: string;
  csvType?: string;
  monthSelect?: string;
  query?: string;
}

/** The address of a report call. */
export function reportUrl(asked: Asked = {}, call: 'report' | 'reportPreview' = 'report'): string {
  const values: Record<string, string> = {
    stakeDB: COBAN,
    cCode: 'GTM',
    scopeType: 'stake',
    sortField: 'firstName',
    language: 'en',
    csvType: 'all',
    monthSelect: '6',
    ...asked,
  };
  const path = API_PATHS[call].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return `${path}${asked.query === undefined ? '' : `?${asked.query}`}`;
}

/** A server with people; `report` requests one and waits for its end. */
export async function aReportServer(options: TestOptions = {}) {
  const app = await anApp(options);
  const person = (username: string, roles: GrantedRole[], scope?: object) =>
    aSignedIn(app, { username, roles, ...(scope === undefined ? {} : { scope }) });

  async function jobOf(token: string, id: string): Promise<ReportJobBody> {
    const answer = await call(app, 'GET', `/api/reports/${id}`, undefined, { token });
    return answer.json<ReportJobBody>();
  }

  const ended = (token: string, id: string): Promise<ReportJobBody> =>
    soonAnswered(async () => {
      const job = await jobOf(token, id);
      if (job.state === 'waiting' || job.state === 'running') throw new Error('it runs');
      return job;
    });

  async function begin(token: string, asked: Asked = {}): Promise<string> {
    const answer = await call(app, 'GET', reportUrl(asked), undefined, { token });
    if (answer.statusCode !== 202) throw new Error(answer.body);
    return answer.json<ReportStartedBody>().jobId;
  }

  async function report(token: string, asked: Asked = {}): Promise<ReportJobBody> {
    return ended(token, await begin(token, asked));
  }

  const download = (token: string, fileName = '') =>
    call(app, 'GET', `/files/${fileName}`, undefined, { token });

  return { app, person, begin, ended, report, download, jobOf };
}
