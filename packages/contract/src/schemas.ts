import type { Catalogue } from '@crece/domain';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

const unit = z.object({
  stakeName: z.string(),
  stakeDB: z.string(),
  wards: z.array(z.object({ wardName: z.string() })).optional(),
  note: z.string().optional(),
  pilot: z.literal(true).optional(),
});

const country = z.object({
  name: z.string(),
  code: z.string(),
  image: z.string(),
  flag: z.string().nullable(),
  stakes: z.array(unit),
});

/**
 * Body of `GET /api/children/stakes`. The client parses it with the domain package's
 * `readCatalogue`, without zod.
 */
export const catalogueResponse = z.object({ countries: z.array(country) });
/** The catalogue with the same shape as in the domain package. */
export type CatalogueResponse = Catalogue;

/** The settings of the programme as in the domain package, which checks their limits. */
const programmeSettings = z.strictObject({
  guidanceShown: z.boolean(),
  infantMuacLine: z.number(),
  severeAmount: z.string().nullable(),
  nextVisit: z.strictObject({
    referredDays: z.number(),
    admittedDays: z.number(),
    infantAtRiskDays: z.number(),
    acuteMonths: z.number(),
    recoveringMonths: z.number(),
    supplementMonths: z.number(),
    ordinaryMonths: z.number(),
  }),
  coverageGoal: z.number(),
});

/** A page of an older build does not know `admittedDays`: the server keeps its own. */
const sentSettings = programmeSettings.extend({
  nextVisit: programmeSettings.shape.nextVisit.partial({ admittedDays: true }),
});
export type SentSettings = z.infer<typeof sentSettings>;

/**
 * Body of `PUT /api/admin/settings`: the settings that the change is based on, and the new ones.
 */
export const programmeChangeBody = z.strictObject({ was: sentSettings, settings: sentSettings });
/** With their number, which every change raises: 0 as long as nobody has changed any. */
const numberedSettings = programmeSettings.extend({ number: z.number() });

/** The response to it. */
export const programmeBody = z.object({ settings: numberedSettings });
export type ProgrammeBody = z.infer<typeof programmeBody>;

/** Body of `GET /api/config`. */
export const configResponse = z.object({
  /** Whether empty test units on a device are filled with invented children. */
  demo: z.boolean(),
  /** Whom to ask for help; `null`: "your administrator". */
  supportContact: z.string().nullable(),
  /** Social sign-in providers of this server; empty: none. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The organisation's settings of the programme. */
  programme: numberedSettings,
});
export type ConfigResponse = z.infer<typeof configResponse>;

/**
 * Body of `GET /api/catalogue`, and of its PUT: `rev` is the revision that the change is based on.
 */
export const catalogueBody = z.strictObject({
  rev: z.string(),
  catalogue: z.object({ countries: z.array(country) }),
});
export type CatalogueBody = { rev: string; catalogue: Catalogue };

/** Body of `GET /health`. */
export const healthResponse = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** Random name of this server process; each start gets a new one. */
  run: z.string(),
});
export type HealthResponse = z.infer<typeof healthResponse>;

/** Body of `GET /api/children/sync`. */
export const syncCredentialsBody = z.object({ entity: z.string(), url: z.string() });

/** Body of every refusal of the gateway: CouchDB's error word, and our reason. */
export const syncRefusalBody = z.object({ error: z.string(), reason: z.string() });

/** Body of `_bulk_docs`: complete revisions, each with `_id`, `_rev` and `_revisions`. */
export const bulkDocsBody = z.strictObject({
  new_edits: z.literal(false),
  docs: z.array(
    z.looseObject({
      _id: z.string(),
      _rev: z.string(),
      _deleted: z.boolean().optional(),
      _revisions: z.object({ start: z.number(), ids: z.array(z.string()) }),
    }),
  ),
});

/** Body of a checkpoint, `_local/:id`: the fields that PouchDB and CouchDB write. */
export const checkpointBody = z.looseObject({
  _rev: z.string().optional(),
  session_id: z.string(),
  history: z.array(z.looseObject({})),
});

/** Body of the response to a request about a unit's database. */
export const unitDoneBody = z.object({
  ok: z.literal(true),
  stakeDB: z.string(),
  /** Number of records that are not removed. */
  documents: z.number(),
});
export type UnitDoneBody = z.infer<typeof unitDoneBody>;

/** The records of a unit that were removed lately, each with its versions as replication has them. */
export const removedBody = z.object({
  stakeDB: z.string(),
  documents: z.array(
    z.looseObject({
      _id: z.string(),
      _rev: z.string(),
      _revisions: z.object({ start: z.number(), ids: z.array(z.string()) }),
    }),
  ),
});
export type RemovedBody = z.infer<typeof removedBody>;

/** A stored child: protocol fields, known fields and unknown ones. */
export const childBody = z.looseObject({ _id: z.string(), _rev: z.string() });

const codes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/**
 * One issue of a field in a refused form: a code of the domain package's rules with its figures.
 */
export const issueBody = z.object({
  field: z.string().optional(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type IssueBody = z.infer<typeof issueBody>;

/** Body of every error response: a code for programs, one sentence for logs and tools. */
export const errorBody = z.object({
  code: z.enum(codes),
  message: z.string(),
  issues: z.array(issueBody).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * Bodies of the desk's calls: `DeskAnswer` and `DeskPage` of `@crece/reports/desk`, which defines
 * their shapes. The server's response contains nothing else.
 */
export const deskBody = z.looseObject({ pending: z.number() });
export const deskPageBody = z.looseObject({ total: z.number(), from: z.number() });
