import { apps } from '@bilim/contract/apps.ts';
import type { Output } from '@bilim/contract/call.ts';
import { login } from '@bilim/contract/login.ts';
import { parseRole } from '@bilim/contract/role.ts';
import { appSettingsInput } from '@bilim/contract/settings-input.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import { clearPrefetched } from '../start/prefetched.ts';
import { callServer, setSignedOutHandler } from './api.ts';
import { atom } from './atom.ts';
import { Failure, isUnanswered, toFailure } from './failure.ts';
import { language } from './i18n.ts';
import { reportEarlierSignOut } from './signOutReport.ts';
import { clearStoredData, isSharedComputer, readStoredValue, setSharedComputer, writeStoredValue } from './storage.ts';
import { broadcastToTabs, onTabMessage } from './tabs.ts';
import { setTimeZone } from './zone.ts';

export type User = Omit<Output<typeof login.authorize>[number], 'token'>;
export type PortalConfig = Output<typeof login.config>;
export type RoleSettings = Output<typeof apps.settings>;

/** Who is signed in, and what was loaded about it. */
export interface Session {
  fetching: boolean;
  /** This browser computes the proof of work of a sign-in from a rate-limited address. */
  proving: boolean;
  error: Failure | null;
  user: User | null;
  /** Whether this browser holds a token that may sign in again. */
  token: boolean;
  config: PortalConfig | null;
  /** [defaults, links] of the role; defaults null when they could not be read. */
  settings: RoleSettings | [null, []] | null;
  settingsFailed: boolean;
  /** The server was not reached: what the last person had read is shown. */
  kept: boolean;
}

const nobody = {
  fetching: false,
  proving: false,
  error: null,
  user: null,
  settings: null,
  settingsFailed: false,
  kept: false,
} as const;

export const session = atom<Session>({ ...nobody, token: readStoredValue('token') !== null, config: null });

const change = (part: Partial<Session>) => session.set({ ...session.get(), ...part });

let opening: Promise<'in' | 'out' | 'unreachable'> | null = null;

/** Removes what a sign-in attempt leaves behind (AUTH-06). */
function forgetToken(): void {
  for (const key of ['token', 'uid', 'role', 'user']) writeStoredValue(key, null);
}

/** After every success: token and person are stored, settings and config are loaded. */
function begin(answer: Output<typeof login.authorize>): void {
  const [first] = answer;
  if (!first) throw new TypeError('no person');
  const { token, ...user } = first;
  writeStoredValue('token', token);
  writeStoredValue('uid', String(user.uid));
  writeStoredValue('role', String(user.role));
  writeStoredValue('user', JSON.stringify(user));
  shareTokenWithTabs(user);
  openPortal(user);
}

/** On a shared computer each tab holds the token by itself, and the server knows the last few only. */
export function shareTokenWithTabs({ uid, role }: Pick<User, 'uid' | 'role'>): void {
  const token = readStoredValue('token');
  if (isSharedComputer() && token) broadcastToTabs({ kind: 'token', token, uid, role });
}

function openPortal(user: User): void {
  change({ fetching: false, proving: false, error: null, user, token: true });
  void loadRoleSettings();
  void loadConfig();
}

/** Loads the settings of the role; a failure sets a flag and empty settings, and the portal goes on (AUTH-07). */
export async function loadRoleSettings(): Promise<void> {
  const { user } = session.get();
  if (!user) return;
  try {
    change({
      settings: await callServer(apps.settings, appSettingsInput(parseRole(user.role))),
      settingsFailed: false,
    });
  } catch {
    change({ settings: [null, []], settingsFailed: true });
  }
}

/** Loads the config of the portal; without it the pages use their own limits. `again`: although it is there. */
export async function loadConfig(again = false): Promise<void> {
  if (session.get().config && !again) return;
  const config = await callServer(login.config, {}).catch(() => null);
  if (!config) return;
  setTimeZone(config.timeZone);
  change({ config });
}

/** Takes the browser over from whoever was here before: of them, and on a shared computer of anybody, nothing is kept. */
async function takeOver(uid: number, shared: boolean): Promise<void> {
  if (shared || isSharedComputer() || readStoredValue('uid') !== String(uid)) await clearStoredData();
  setSharedComputer(shared);
}

/**
 * Signs in: whoever the server answers with is in from then on. `shared`: nothing is kept in this browser, and the session
 * ends with it. Throws the Failure, which also stays in the session for the form to show.
 */
export async function signIn(reply: Promise<Output<typeof login.authorize>>, shared: boolean): Promise<void> {
  change({ ...nobody, fetching: true });
  try {
    const answer = await reply;
    const uid = answer[0]?.uid ?? 0;
    await takeOver(uid, shared);
    begin(answer);
    broadcastToTabs({ kind: 'began', uid, shared });
  } catch (error) {
    const failure = toFailure(error);
    if (!isUnanswered(failure)) forgetToken();
    change({ fetching: false, proving: false, error: failure, token: readStoredValue('token') !== null });
    throw failure;
  }
}

/**
 * Opens the portal with the stored token: 'in' with a person, 'out' without token or when it was refused,
 * 'unreachable' when no answer came and nothing of a last person is kept.
 */
export function restoreSession(): Promise<'in' | 'out' | 'unreachable'> {
  if (session.get().user) return Promise.resolve('in');
  opening ??= authenticate().finally(() => {
    opening = null;
  });
  return opening;
}

async function authenticate(): Promise<'in' | 'out' | 'unreachable'> {
  if (readStoredValue('token') === null && isSharedComputer())
    await import('./tokenFromTabs.ts').then(({ requestTokenFromTabs: askTabs }) => askTabs()).catch(() => undefined);
  const token = readStoredValue('token');
  if (token === null) {
    // The last tab of a shared computer was closed: its session is nobody's any more.
    if (isSharedComputer()) void callServer(login.logout, { logout: true }).catch(() => {});
    void forgetPerson();
    return 'out';
  }
  change({ fetching: true, error: null, token: true });
  const reply = callServer(login.authenticate, { token });
  const last = lastUser();
  if (last && (await isStillPending(reply))) {
    change({ fetching: false, kept: true });
    openPortal(last);
    void checkSessionInBackground(reply, last.uid);
    return 'in';
  }
  try {
    begin(await reply);
    return 'in';
  } catch (error) {
    const failure = toFailure(error);
    if (!isUnanswered(failure)) {
      void forgetPerson();
      change({ fetching: false, error: failure, token: false });
      return 'out';
    }
    change({ fetching: false, error: failure });
    if (!last) return 'unreachable';
    change({ kept: true });
    openPortal(last);
    return 'in';
  }
}

/** Whether an answer is still to come after a while. */
async function isStillPending(reply: Promise<unknown>): Promise<boolean> {
  const came = reply.then(
    () => false,
    () => false,
  );
  return await Promise.race([came, new Promise<true>((late) => setTimeout(() => late(true), startLimits.hanging))]);
}

/** What the last person had read is shown; the answer that comes later says whether they are still signed in. */
export async function checkSessionInBackground(
  reply: Promise<Output<typeof login.authorize>>,
  uid: number,
): Promise<void> {
  const isStill = () => session.get().user?.uid === uid && readStoredValue('token') !== null;
  try {
    const answer = await reply;
    if (!isStill()) return;
    change({ kept: false });
    begin(answer);
  } catch (error) {
    const failure = toFailure(error);
    if (isUnanswered(failure) || !isStill()) return;
    void endLocalSession(failure);
  }
}

function lastUser(): User | null {
  try {
    return JSON.parse(readStoredValue('user') ?? 'null') as User | null;
  } catch {
    return null;
  }
}

/** Removes what this browser keeps of the person; pending entries stay in the outbox. Storages are empty at once. */
async function forgetPerson(): Promise<void> {
  const wasSomebody = readStoredValue('uid') !== null;
  const forgotten = clearStoredData();
  setSharedComputer(false);
  // The sign-in page that nobody has left anything for does not carry the outbox.
  const closing = wasSomebody
    ? import('./offline/clearPersonData.ts').then(({ clearPersonData: leave }) => leave())
    : null;
  await Promise.all([forgotten, closing?.catch(() => undefined)]);
}

/** Ends the session here, whatever ended it: nobody is signed in any more, and nothing is kept. `error` says why. */
export function endLocalSession(error: Failure | null = null): Promise<void> {
  clearPrefetched();
  change({ ...nobody, token: false, error });
  return forgetPerson();
}

// Names come in the person's language.
language.subscribe(() => {
  clearPrefetched();
  void loadRoleSettings();
});

setSignedOutHandler((error) => {
  const { user } = session.get();
  if (!user) return;
  broadcastToTabs({ kind: 'ended', uid: user.uid, code: error.code, message: error.message });
  void endLocalSession(error);
});

onTabMessage((message) => {
  const { user } = session.get();
  if (!user) {
    if (message.kind === 'token' && isSharedComputer())
      for (const key of ['token', 'uid', 'role'] as const) writeStoredValue(key, String(message[key]));
    return;
  }
  if (message.kind === 'asks') shareTokenWithTabs(user);
  else if (message.kind === 'token' && message.uid === user.uid) writeStoredValue('token', message.token);
  else if (message.kind === 'ended' && message.uid === user.uid)
    void endLocalSession(message.code ? new Failure('CLIENT_ERROR', 401, message) : null);
  else if (message.kind === 'began' && (message.uid !== user.uid || message.shared !== isSharedComputer())) {
    // Stored data belongs to the other person by now: this tab drops its own and starts again.
    change({ ...nobody });
    location.reload();
  }
});

reportEarlierSignOut();
