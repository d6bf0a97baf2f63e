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

/** Body of `GET /api/children/stakes`. The client reads it with domain's `readCatalogue`, without zod. */
export const catalogueResponse = z.object({ countries: z.array(country) });
/** The catalogue as domain knows it: the same shape. */
export type CatalogueResponse = Catalogue;

/** The settings of the programme as domain knows them; their limits are checked there. */
const programmeSettings = z.strictObject({
  guidanceShown: z.boolean(),
  infantMuacLine: z.number(),
  severeAmount: z.string().nullable(),
  nextVisit: z.strictObject({
    referredDays: z.number(),
    infantAtRiskDays: z.number(),
    acuteMonths: z.number(),
    recoveringMonths: z.number(),
    supplementMonths: z.number(),
    ordinaryMonths: z.number(),
  }),
  coverageGoal: z.number(),
});

/** Body of `PUT /api/admin/settings`: what the change was made on, and the change. */
export const programmeChangeBody = z.strictObject({
  was: programmeSettings,
  settings: programmeSettings,
});
/** Its answer. */
export const programmeBody = z.object({ settings: programmeSettings });
export type ProgrammeBody = z.infer<typeof programmeBody>;

/** Body of `GET /api/config`. */
export const configResponse = z.object({
  /** Test units that are empty on a device fill themselves with invented children. */
  demo: z.boolean(),
  /** Whom to ask for help; `null`: "your administrator". */
  supportContact: z.string().nullable(),
  /** Social sign-in that this server offers; empty: none. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What the organisation set for its programme. */
  programme: programmeSettings,
});
export type ConfigResponse = z.infer<typeof configResponse>;

/** Body of `GET /api/catalogue`, and of its PUT: the revision says what the change was made on. */
export const catalogueBody = z.strictObject({
  rev: z.string(),
  catalogue: z.object({ countries: z.array(country) }),
});
export type CatalogueBody = { rev: string; catalogue: Catalogue };

/** Body of `GET /health`. */
export const healthResponse = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** Random name of this run of the server: another one after each start. */
  run: z.string(),
});
export type HealthResponse = z.infer<typeof healthResponse>;

/** Body of `GET /api/children/sync`. */
export const syncCredentialsBody = z.object({ entity: z.string(), url: z.string() });

/** Body of every refusal of the gateway: CouchDB's word, and the reason in ours. */
export const syncRefusalBody = z.object({ error: z.string(), reason: z.string() });

/** Body of `_bulk_docs`: revisions as they are, each with `_id`, `_rev` and `_revisions`. */
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

/** Body of a checkpoint, `_local/:id`: what PouchDB and CouchDB write, nothing else. */
export const checkpointBody = z.looseObject({
  _rev: z.string().optional(),
  session_id: z.string(),
  history: z.array(z.looseObject({})),
});

/** Body of what the server was asked to do with a unit's database. */
export const unitDoneBody = z.object({
  ok: z.literal(true),
  stakeDB: z.string(),
  /** Records that are not removed. */
  documents: z.number(),
});
export type UnitDoneBody = z.infer<typeof unitDoneBody>;

/** A child as it is stored: protocol fields, known fields and unknown ones. */
export const childBody = z.looseObject({ _id: z.string(), _rev: z.string() });

const codes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** What is wrong with one field of a refused form: a code of domain's rules with its figures. */
export const issueBody = z.object({
  field: z.string().optional(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type IssueBody = z.infer<typeof issueBody>;

/** Body of every answer that is not a success: a code for programs, one sentence for logs and tools. */
export const errorBody = z.object({
  code: z.enum(codes),
  message: z.string(),
  issues: z.array(issueBody).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * Bodies of the desk's calls: `DeskAnswer` and `DeskPage` of `@crece/reports/desk`, where their shapes
 * have their one home. The server answers nothing else.
 */
export const deskBody = z.looseObject({ pending: z.number() });
export const deskPageBody = z.looseObject({ total: z.number(), from: z.number() });
