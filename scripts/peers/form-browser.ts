/** A page that a server showed, or where it sent the browser on to. */
export interface FetchedPage {
  readonly url: URL;
  readonly html: string;
}

/** A browser without a window: it keeps cookies of one server, follows it and sends its forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Opens an address and follows as long as it stays at the server; elsewhere it stops before the door. */
  async open(address: string | URL, form?: URLSearchParams): Promise<FetchedPage> {
    const url = new URL(address, this.#origin);
    if (url.origin !== this.#origin) return { url, html: '' };
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /expires=[^;]*1970|max-age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    return to === null ? { url, html: await answer.text() } : await this.open(new URL(to, url));
  }

  /** Sends the form of a page with its hidden fields and these. */
  async send({ url, html }: FetchedPage, fields: Readonly<Record<string, string>>): Promise<FetchedPage> {
    const [form = ''] = /<form[\s\S]*<\/form>/.exec(html) ?? [];
    const sent = new URLSearchParams();
    for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
      const [name, value] = ['name', 'value'].map((word) => new RegExp(`\\s${word}="([^"]*)"`).exec(input)?.[1] ?? '');
      if (name) sent.set(name, value ?? '');
    }
    for (const [name, value] of Object.entries(fields)) sent.set(name, value);
    const action = /<form[^>]*\saction="([^"#]*)/.exec(form)?.[1] || url;
    return await this.open(new URL(action, url), sent);
  }
}
