import { fire, type Shot } from './load.ts';

/** The cookies and anti-forgery value that a browser has before anybody signs in. */
export interface Browser {
  readonly cookie: string;
  readonly xsrf: string;
}

/** Opens the portal like a browser's first visit. */
export async function browser(base: string): Promise<Browser> {
  const answer = await fetch(`${base}/api/config.json`);
  const pair = answer.headers.getSetCookie().find((one) => one.startsWith('XSRF-TOKEN=')) ?? '';
  const xsrf = decodeURIComponent(pair.split(';')[0]?.slice('XSRF-TOKEN='.length) ?? '');
  return { cookie: `XSRF-TOKEN=${xsrf}`, xsrf };
}

/** The request that signs in. */
export function signInShot({ cookie, xsrf }: Browser, login: string, password: string): Shot {
  return {
    method: 'POST',
    path: '/api/auth/authorize.json',
    headers: { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  };
}

/** Requests that come back with a stored token, one a session; a session's token of the first sign-in stays good. */
export async function authenticateShots(base: string, sessions: number): Promise<[Shot, ...Shot[]]> {
  const shots: Shot[] = [];
  for (let made = 0; made < sessions; made++) {
    const first = await browser(base);
    const { method, path, headers, body } = signInShot(first, 'student2', 'Student2');
    const answer = await fetch(base + path, { method, headers: headers as Record<string, string>, body: String(body) });
    const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    const xsrf = decodeURIComponent(
      cookies.find((one) => one.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '',
    );
    const { data } = (await answer.json()) as { data: { token: string }[] };
    shots.push({
      method: 'POST',
      path: '/api/auth/authenticate.json',
      headers: { cookie: cookies.join('; '), 'x-xsrf-token': xsrf, 'content-type': 'application/json' },
      body: JSON.stringify({ token: data[0]?.token }),
    });
  }
  const [shot, ...others] = shots;
  if (!shot) throw new Error('no session');
  await fire(base, shot);
  return [shot, ...others];
}
