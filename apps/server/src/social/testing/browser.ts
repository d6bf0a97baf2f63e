/** The page at which a browser arrived. */
export interface Arrival {
  url: URL;
  status: number;
  body: string;
}

interface Going {
  method?: string;
  form?: Record<string, string>;
  json?: unknown;
  headers?: Record<string, string>;
}

const MOST_REDIRECTS = 12;

/** As much of a browser as a sign-in needs: cookies by host, and redirects. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  /** Every `Set-Cookie` header received, unchanged. */
  readonly received: string[] = [];

  /** Another browser with the same cookies. */
  copy(): Browser {
    const other = new Browser();
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async send(address: string | URL, going: Going = {}): Promise<Response> {
    const { method = 'GET', form, json, headers = {} } = going;
    const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** Opens an address and follows redirects until there are none or `until` returns true. */
  async go(address: string | URL, going: Going = {}, until = (_: URL) => false): Promise<Arrival> {
    let url = new URL(address);
    let next: Going = going;
    for (let count = 0; count < MOST_REDIRECTS; count += 1) {
      const response = await this.send(url, next);
      const location = response.headers.get('location');
      const body = await response.text();
      if (location === null) return { url, status: response.status, body };
      url = new URL(location, url);
      if (until(url)) return { url, status: response.status, body };
      next = {};
    }
    throw new Error('too many redirects');
  }

  private keep(line: string): void {
    this.received.push(line);
    const [pair = ''] = line.split(';', 1);
    const cut = pair.indexOf('=');
    const name = pair.slice(0, cut);
    const isGone = /; *(?:max-age=0|expires=thu, 01 jan 1970)/i.test(line);
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(cut + 1));
  }
}
