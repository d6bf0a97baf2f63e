/** Flags with which a process of Node begins without collecting garbage: a tenth less time. */
export const QUICK_START = ['--min-semi-space-size=16'];

/**
 * The environment of a server or command started by a test: paths of programs, compiled code and
 * temporary files, without the settings of the person who runs the tests.
 */
export function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'NODE_COMPILE_CACHE', 'TMPDIR'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
