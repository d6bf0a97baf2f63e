/**
 * The environment of a server or command that a test starts: where programs, compiled code and the
 * folder of the tests lie, and no setting of whoever runs the tests.
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
