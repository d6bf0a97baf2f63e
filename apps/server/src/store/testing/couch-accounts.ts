/** The accounts of the CouchDB-compatible server of the tests. */
export const SERVICE = { name: 'crece', password: 'ser vice:pass/wörd' };
export const ADMIN = { name: 'root', password: 'admin-password' };
export const STRANGER = { name: 'mallory', password: 'stranger-password' };

/** An address with an account in it, in the form of the settings. */
export function withAccount(
  address: string,
  { name, password }: { name: string; password: string },
): string {
  const url = new URL(address);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  return url.href;
}
