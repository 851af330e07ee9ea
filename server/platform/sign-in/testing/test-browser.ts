/** A browser without a screen: it keeps cookies by origin and follows redirects. */
export class TestBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Follows redirects until an address that `isEnd` accepts, and returns it without visiting it. */
  async follow(address: string, isEnd: (address: URL) => boolean): Promise<URL> {
    let url = new URL(address);
    for (let steps = 0; steps < 20; steps += 1) {
      if (isEnd(url)) return url;
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.#cookiesFor(url) } });
      this.#remember(url, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    throw new Error('Too many redirects.');
  }

  #cookiesFor({ origin }: URL): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #remember({ origin }: URL, lines: readonly string[]): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /;\s*max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    this.#cookies.set(origin, jar);
  }
}
