/** Messages between the tabs of one browser about who is signed in. */
export type TabMessage =
  /** Somebody signed in: a tab of anybody else, or of the other kind of computer, begins again. */
  | { readonly kind: 'began'; readonly uid: number; readonly shared: boolean }
  /** With what the server said, unless somebody signed out here. */
  | { readonly kind: 'ended'; readonly uid: number; readonly code?: string; readonly message?: string }
  | { readonly kind: 'rights'; readonly uid: number; readonly permissions: readonly string[] }
  /** On a shared computer a tab that was just opened asks for the others' token, which is nowhere on disk. */
  | { readonly kind: 'asks' }
  | { readonly kind: 'token'; readonly token: string; readonly uid: number; readonly role: number };

/** Their channel. */
export const tabChannel = new BroadcastChannel('bilim-session');

/** Tells the other tabs. */
export function broadcastToTabs(message: TabMessage): void {
  tabChannel.postMessage(message);
}

/** Calls back with what other tabs say. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  tabChannel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
}
