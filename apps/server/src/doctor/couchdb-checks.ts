import { z } from 'zod';
import { CATALOGUE_DATABASE, openCatalogue } from '../catalogue/catalogue-store.ts';
import { isCutInCouch } from '../start/cut-restore.ts';
import type { CouchConfig } from '../store/couchdb/couch-config.ts';
import type { Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { type DoctorCheck, type DoctorFinding, fault, warning } from './finding.ts';

const ANSWER_MS = 5_000;
const OLDEST = [3, 2] as const;

const welcome = z.object({ version: z.string() });
const membership = z.object({ all_nodes: z.array(z.string()), cluster_nodes: z.array(z.string()) });
const cluster = z.object({ n: z.string().optional() });

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** The account stands in the header, because addresses with one are not fetched. */
async function ask(address: string, path: string): Promise<Answered> {
  const url = new URL(path, address.endsWith('/') ? address : `${address}/`);
  const account = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const answer = await fetch(url, {
    headers: { authorization: `Basic ${Buffer.from(account).toString('base64')}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return { status: answer.status, body: await answer.json().catch(() => null) };
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

async function versionFindings(url: string): Promise<DoctorFinding[]> {
  const { status, body } = await ask(url, '');
  if (status === 401) {
    return [fault('CouchDB refuses name or password of COUCHDB_URL.', 'correct COUCHDB_URL')];
  }
  const read = welcome.safeParse(body);
  if (!read.success) {
    return [fault('COUCHDB_URL leads to something that is no CouchDB.', 'correct COUCHDB_URL')];
  }
  const { version } = read.data;
  if (!isTooOld(version)) return [];
  return [
    fault(`CouchDB ${version} is too old.`, `update CouchDB to ${OLDEST.join('.')} or newer`),
  ];
}

/** Fewer servers than there should be, and copies of a record on fewer than three. */
async function memberFindings(adminUrl: string): Promise<DoctorFinding[]> {
  const read = membership.safeParse((await ask(adminUrl, '_membership')).body);
  if (!read.success) return [];
  const { all_nodes: reached, cluster_nodes: all } = read.data;
  const away = all.filter((node) => !reached.includes(node));
  const present = all.length - away.length;
  const mend = `docs/couchdb.md; curl …/_membership`;
  const findings: DoctorFinding[] = [];
  if (present * 2 <= all.length) {
    findings.push(
      fault(
        `Only ${present} of ${all.length} CouchDB servers are there: nothing can be written.`,
        mend,
      ),
    );
  } else if (away.length > 0) {
    findings.push(warning(`CouchDB servers are away: ${away.join(', ')}.`, mend));
  }
  const settings = cluster.safeParse((await ask(adminUrl, '_node/_local/_config/cluster')).body);
  const copies = Number(settings.data?.n ?? 3);
  const wanted = Math.min(3, all.length);
  if (settings.success && copies < wanted) {
    findings.push(
      warning(
        `CouchDB keeps ${copies} copies of a record on ${all.length} servers: one that is lost takes records with it.`,
        `set [cluster] n=${wanted} before databases are made`,
      ),
    );
  }
  return findings;
}

/** New units need an administrator's account, of the service itself or a second one. */
async function accountFindings(
  { url, adminUrl }: CouchConfig,
  stores: Stores | null,
): Promise<DoctorFinding[]> {
  const { status } = await ask(adminUrl ?? url, '_all_dbs');
  if (status !== 401 && status !== 403) return [];
  const mend = 'COUCHDB_ADMIN_URL=http://ADMINISTRATOR:PASSWORD@… crece couchdb set-up';
  if (adminUrl !== null) {
    return [
      fault('CouchDB refuses the account of COUCHDB_ADMIN_URL: no new unit can be made.', mend),
    ];
  }
  const missing = stores === null ? [] : await missingUnits(stores);
  if (missing.length === 0) return [];
  return [
    fault(
      `${missing.length} units have no database (${missing[0]}), and COUCHDB_ADMIN_URL is not set: phones cannot synchronise them.`,
      mend,
    ),
  ];
}

/** Units of the catalogue without a database: an account that may not make them is amiss then only. */
async function missingUnits(stores: Stores): Promise<string[]> {
  if (!(await stores.has(CATALOGUE_DATABASE))) return ['sys_catalogue'];
  const { catalogue } = await (await openCatalogue(stores, null)).current();
  const units = catalogue.countries.flatMap(({ stakes }) => stakes.map(({ stakeDB }) => stakeDB));
  const missing: string[] = [];
  for (const stakeDB of units) if (!(await stores.has(`unit_${stakeDB}`))) missing.push(stakeDB);
  return missing;
}

/** Whether a restore has filled it in part. */
const isCut = async (stores: Stores): Promise<boolean> =>
  (await stores.has(ACCOUNTS_DATABASE)) &&
  (await isCutInCouch(await stores.open(ACCOUNTS_DATABASE)));

export const couchDb: DoctorCheck = {
  name: 'CouchDB',
  async look({ config: { couch }, stores }) {
    if (couch === null) return [];
    const { url, adminUrl } = couch;
    try {
      const findings = await versionFindings(url);
      if (findings.length > 0) return findings;
      if (stores !== null && (await isCut(stores))) {
        return [
          fault(
            'A restore into this CouchDB has not ended, and no server starts on it.',
            'crece restore FILE FOLDER --couchdb, if none is running',
          ),
        ];
      }
      return [
        ...(await accountFindings(couch, stores)),
        ...(await memberFindings(adminUrl ?? url)),
      ];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [fault(`CouchDB does not answer: ${why}.`, 'start CouchDB, or correct COUCHDB_URL')];
    }
  },
};
