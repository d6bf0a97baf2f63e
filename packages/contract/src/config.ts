import type { ProgrammeSettings } from '@crece/domain';
import { z } from 'zod';

/** A text of the programme in each language that has one. */
const saidText = z.strictObject({ en: z.string().optional(), es: z.string().optional() });

/** The settings of the programme as in the domain package, which checks their limits. */
const programmeSettings = z.strictObject({
  guidanceShown: z.boolean(),
  infantMuacLine: z.number(),
  severeAmount: z.string().nullable(),
  nextVisit: z.strictObject({
    referredDays: z.number(),
    admittedDays: z.number(),
    lostDays: z.number(),
    infantAtRiskDays: z.number(),
    acuteMonths: z.number(),
    recoveringMonths: z.number(),
    supplementMonths: z.number(),
    ordinaryMonths: z.number(),
  }),
  coverageGoal: z.number(),
  graduatesKeptYears: z.number().nullable(),
  consent: z.record(z.string(), saidText),
  announcement: saidText,
  household: saidText,
  fileDays: z.number(),
  auditDays: z.number().nullable(),
  supplements: z.record(z.string(), saidText),
  atRiskCountries: z
    .array(z.string().regex(/^[A-Z]{3}$/))
    .max(300)
    .readonly(),
  familyTexts: z.record(z.string(), saidText),
}) satisfies z.ZodType<ProgrammeSettings>;

/** What a page of an older build does not know, the server keeps as it is. */
const sentSettings = programmeSettings
  .partial({
    consent: true,
    announcement: true,
    household: true,
    fileDays: true,
    auditDays: true,
    supplements: true,
    atRiskCountries: true,
    familyTexts: true,
    graduatesKeptYears: true,
  })
  .extend({
    nextVisit: programmeSettings.shape.nextVisit.partial({ admittedDays: true, lostDays: true }),
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

const settingValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** Body of `GET /api/admin/settings/last`. */
export const lastProgrammeChangeBody = z.object({
  /** `null`: nobody has changed any, or a version did that did not keep those before. */
  last: z
    .object({
      /** The number of the settings that it made. */
      number: z.number(),
      /** User name; of an erased account `former:<id>`. */
      who: z.string(),
      /** `null`: no account of then exists any more. A server of an earlier version does not say it. */
      whoName: z.string().nullable().optional(),
      at: z.string(),
      changes: z.array(z.object({ name: z.string(), before: settingValue, after: settingValue })),
    })
    .nullable(),
});
export type LastProgrammeChange = NonNullable<z.infer<typeof lastProgrammeChangeBody>['last']>;

/** Body of `POST /api/admin/settings/last`: the number of the settings that stand now. */
export const programmeBackBody = z.strictObject({ number: z.number() });

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
  /**
   * Erased accounts, without any name: what a phone needs to show "former volunteer" in their place.
   */
  former: z.object({
    /**
     * `nameMark` of a name, and the ISO instant from which on a living account of the same name may
     * have written it; `null`: there is none.
     */
    names: z.array(z.tuple([z.number(), z.string().nullable()])),
    /** `nameMark` of each account's id. */
    accounts: z.array(z.number()),
  }),
});
export type ConfigResponse = z.infer<typeof configResponse>;

/** Body of `GET /health`: the process lives. */
export const healthResponse = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** What it was made from; a server of an earlier version does not say it. */
  commit: z.string().default('unknown'),
  /** Random name of this server process; each start gets a new one. */
  run: z.string(),
});
export type HealthResponse = z.infer<typeof healthResponse>;

/** Why a server cannot do its work. */
const notReady = z.enum(['disk', 'store', 'clock']);
export type NotReady = z.infer<typeof notReady>;

/** What an operator should see to, while the server does its work. */
const readyWarning = z.enum(['disk', 'unit', 'mail', 'backup']);
export type ReadyWarning = z.infer<typeof readyWarning>;

/** Body of `GET /ready`, with status 200 or, when it is not ready, 503. */
export const readyResponse = z.object({
  ready: z.boolean(),
  problems: z.array(notReady),
  warnings: z.array(readyWarning),
});
export type ReadyBody = z.infer<typeof readyResponse>;

/** How the server sees a request that came through the proxies in front of it. */
export const localEchoBody = z.object({
  run: z.string(),
  /** The address that counts for limits and the audit log. */
  ip: z.string(),
  /** `X-Forwarded-For` as it arrived; `null`: there was none. */
  forwardedFor: z.string().nullable(),
  /** Whether the settings name proxies. */
  trustsProxies: z.boolean(),
});
export type LocalEchoBody = z.infer<typeof localEchoBody>;
