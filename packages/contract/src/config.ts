import type { ProgrammeSettings } from '@crece/domain';
import { z } from 'zod';

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
}) satisfies z.ZodType<ProgrammeSettings>;

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

/** Body of `GET /health`. */
export const healthResponse = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** Random name of this server process; each start gets a new one. */
  run: z.string(),
});
export type HealthResponse = z.infer<typeof healthResponse>;
