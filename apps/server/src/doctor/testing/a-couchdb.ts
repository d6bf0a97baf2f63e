import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

export interface CouchFaults {
  /** `null`: it is another program. */
  readonly version?: string | null;
  readonly isRefused?: boolean;
  readonly nodes?: readonly string[];
  readonly reached?: readonly string[];
  readonly copies?: number;
  /** The account may not see what administrators see. */
  readonly isPlainAccount?: boolean;
}

/** Something that answers a doctor as CouchDB does; returns its address with an account. */
export async function aCouchDb(faults: CouchFaults): Promise<string> {
  const {
    version = '3.5.0',
    isRefused = false,
    nodes = ['a'],
    copies = 3,
    isPlainAccount = false,
  } = faults;
  const answers: Readonly<Record<string, object>> = {
    '/': version === null ? { hello: 'world' } : { couchdb: 'Welcome', version },
    '/_all_dbs': [],
    '/_membership': { all_nodes: faults.reached ?? nodes, cluster_nodes: nodes },
    '/_node/_local/_config/cluster': { n: String(copies) },
  };
  const server = createServer(({ url = '', headers }, response) => {
    const isKnown =
      headers.authorization === `Basic ${Buffer.from('crece:a@word').toString('base64')}`;
    const isForbidden = isPlainAccount && url !== '/';
    const status = isRefused || !isKnown ? 401 : isForbidden ? 403 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? (answers[url] ?? {}) : { error: 'unauthorized' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return `http://crece:a%40word@127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
}
