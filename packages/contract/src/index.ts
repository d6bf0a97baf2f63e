// The browser's door: paths, codes and types. It must stay free of zod, which would otherwise come
// into the first download; the schemas have a door of their own, `@crece/contract/schemas`.
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';
export { API_PATHS } from './paths.ts';
export type {
  ConfigResponse,
  ErrorBody,
  HealthResponse,
  StakesResponse,
} from './schemas.ts';
