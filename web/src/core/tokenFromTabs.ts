import { broadcastToTabs, type TabMessage, tabChannel } from './tabs.ts';

/** Milliseconds that a new tab waits for the token of another one. */
const patience = 500;

/** Asks the other tabs of a shared computer for their token; done when one has said it, or nobody did. */
export function requestTokenFromTabs(): Promise<void> {
  return new Promise((done) => {
    const listener = ({ data }: MessageEvent<TabMessage>) => data.kind === 'token' && finish();
    const timer = setTimeout(finish, patience);
    function finish(): void {
      clearTimeout(timer);
      tabChannel.removeEventListener('message', listener);
      done();
    }
    tabChannel.addEventListener('message', listener);
    broadcastToTabs({ kind: 'asks' });
  });
}
