import { existsSync } from 'node:fs';
import { StartError } from '../base/start-error.ts';
import { type Config, parseConfig } from './config.ts';

const SETTINGS_FILE = '.env';

/** Takes unset variables from the file `.env` in the current folder, if there is one. */
export function loadSettingsFile(): void {
  if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE);
}

/**
 * The configuration from the environment and, for unset variables, from the file `.env` in the
 * current folder. Throws a `StartError` with every problem.
 */
export function readConfig(): Config {
  loadSettingsFile();
  const parsed = parseConfig(process.env);
  if (parsed.ok) return parsed.config;
  const list = parsed.problems.map((problem) => `\n  ${problem}`).join('');
  throw new StartError('config', `Crece cannot start with these settings:${list}`);
}
