import {
  allDocsQuery,
  bulkGetQuery,
  changesQuery,
  checkpointQuery,
  documentParams,
  documentQuery,
  snapshotQuery,
} from './gateway.ts';
import { noQuery, unitParams } from './params.ts';
import { SYNC_CALLS } from './sync.ts';

/**
 * The calls of the gateway, below its own path: CouchDB's, and the snapshot. Their bodies are read
 * by the gateway itself.
 */
export const GATEWAY_CALLS = {
  gateway: {
    method: 'GET',
    url: '/',
    schema: { summary: 'The gateway and the name of its history', querystring: noQuery },
  },
  unit: {
    method: 'GET',
    url: '/:stakeDB',
    schema: { summary: 'How many documents a unit has', querystring: noQuery },
  },
  bulkGet: {
    method: 'POST',
    url: `/:stakeDB/${SYNC_CALLS.bulkGet}`,
    schema: { summary: 'Several revisions', querystring: bulkGetQuery },
  },
  revsDiff: {
    method: 'POST',
    url: `/:stakeDB/${SYNC_CALLS.revsDiff}`,
    schema: { summary: 'Which revisions are not here', querystring: noQuery },
  },
  allDocs: {
    method: 'GET',
    url: '/:stakeDB/_all_docs',
    schema: { summary: 'Documents by id', querystring: allDocsQuery },
  },
  allDocsNamed: {
    method: 'POST',
    url: '/:stakeDB/_all_docs',
    schema: { summary: 'Documents named', querystring: allDocsQuery },
  },
  snapshot: {
    method: 'GET',
    url: `/:stakeDB/${SYNC_CALLS.snapshot}`,
    schema: { summary: 'A unit for a first download', querystring: snapshotQuery },
  },
  document: {
    method: 'GET',
    url: '/:stakeDB/:id',
    schema: { summary: 'One document', params: documentParams, querystring: documentQuery },
  },
  changes: {
    method: 'GET',
    url: `/:stakeDB/${SYNC_CALLS.changes}`,
    schema: { summary: 'The change feed of a unit', querystring: changesQuery },
  },
  changesOf: {
    method: 'POST',
    url: `/:stakeDB/${SYNC_CALLS.changes}`,
    schema: { summary: 'The change feed of documents', querystring: changesQuery },
  },
  bulkDocs: {
    method: 'POST',
    url: `/:stakeDB/${SYNC_CALLS.bulkDocs}`,
    schema: {
      summary: 'Takes revisions over (`new_edits: false` only); a row for each, in their order',
      params: unitParams,
      querystring: noQuery,
    },
  },
  ensureFullCommit: {
    method: 'POST',
    url: '/:stakeDB/_ensure_full_commit',
    schema: {
      summary: 'Says yes: whatever was answered is on disk',
      params: unitParams,
      querystring: noQuery,
    },
  },
  makeDatabase: {
    method: 'PUT',
    url: '/:stakeDB',
    schema: {
      summary: 'Refused: databases are made by the server',
      params: unitParams,
    },
  },
  checkpoint: {
    method: 'GET',
    url: '/:stakeDB/_local/:id',
    schema: {
      summary: 'A checkpoint of this account',
      params: documentParams,
      querystring: noQuery,
    },
  },
  keepCheckpoint: {
    method: 'PUT',
    url: '/:stakeDB/_local/:id',
    schema: {
      summary: 'Keeps a checkpoint of this account',
      params: documentParams,
      querystring: noQuery,
    },
  },
  removeCheckpoint: {
    method: 'DELETE',
    url: '/:stakeDB/_local/:id',
    schema: {
      summary: 'Forgets a checkpoint of this account',
      params: documentParams,
      querystring: checkpointQuery,
    },
  },
} as const;
