import { Agent } from 'node:http';
import { type LoadRequest, type LoadResult, sendRequest, summarizeLatencies } from './load.ts';

/** The cookies and anti-forgery value that a browser has before anybody signs in. */
export interface AnonymousSession {
  readonly cookie: string;
  readonly xsrf: string;
}

/** Opens the portal like a browser's first visit. */
export async function openAnonymousSession(base: string): Promise<AnonymousSession> {
  const answer = await fetch(`${base}/api/config.json`);
  const pair = answer.headers.getSetCookie().find((one) => one.startsWith('XSRF-TOKEN=')) ?? '';
  const xsrf = decodeURIComponent(pair.split(';')[0]?.slice('XSRF-TOKEN='.length) ?? '');
  return { cookie: `XSRF-TOKEN=${xsrf}`, xsrf };
}

/** The request that signs in. */
export function signInRequest({ cookie, xsrf }: AnonymousSession, login: string, password: string): LoadRequest {
  return {
    method: 'POST',
    path: '/api/auth/authorize.json',
    headers: { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  };
}

/** Browsers that come back again and again, each with the token it was given last (only the newest stay good). */
export async function measureReturningBrowsers(base: string, browsers: number, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: browsers });
  const times: number[] = [];
  let failures = 0;
  const began = performance.now();
  const one = async () => {
    const { path, headers, body } = signInRequest(await openAnonymousSession(base), 'student2', 'Student2');
    const signedIn = await fetch(base + path, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: String(body),
    });
    const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
    let { data } = (await signedIn.json()) as { data: { token: string }[] | null };
    while (performance.now() < began + seconds * 1000 && data) {
      const from = performance.now();
      const answer = await sendRequest(
        base,
        {
          method: 'POST',
          path: '/api/auth/authenticate.json',
          headers: {
            cookie: cookies.join('; '),
            'x-xsrf-token': decodeURIComponent(xsrf),
            'content-type': 'application/json',
          },
          body: JSON.stringify({ token: data[0]?.token }),
        },
        agent,
      );
      times.push(performance.now() - from);
      if (answer.status !== 200) failures++;
      data = (JSON.parse(answer.body.toString()) as { data: { token: string }[] | null }).data;
    }
  };
  await Promise.all(Array.from({ length: browsers }, one));
  agent.destroy();
  return summarizeLatencies(times, (performance.now() - began) / 1000, failures);
}
