import type { RoomChange } from '@bilim/contract/live.ts';
import { waitUntil } from './http.ts';
import type { TestClient } from './test-client.ts';

/** One open live stream, as a browser holds it. */
export class LiveEventListener {
  readonly events: RoomChange[] = [];
  readonly status: number;
  readonly headers: Headers;
  text = '';
  ended = false;
  readonly #stop: AbortController;

  private constructor(response: Response, stop: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#stop = stop;
    void this.#read(response).catch(() => {
      this.ended = true;
    });
  }

  static async open(person: TestClient, headers: Record<string, string> = {}, query = ''): Promise<LiveEventListener> {
    const stop = new AbortController();
    return new LiveEventListener(await person.fetch(`/api/live${query}`, { headers, signal: stop.signal }), stop);
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      this.text += decoder.decode(chunk, { stream: true });
      this.events.length = 0;
      for (const block of this.text.split('\n\n').slice(0, -1)) {
        const data = /^event: changed\ndata: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) this.events.push(JSON.parse(data) as RoomChange);
      }
    }
    this.ended = true;
  }

  /** How many events of a room have come. */
  countOf(room: string): number {
    return this.events.filter((event) => event.room === room).length;
  }

  /** Waits until a room had so many events. */
  waitForEvents(room: string, times = 1): Promise<void> {
    return waitUntil(`${times} events of ${room}`, () => this.countOf(room) >= times);
  }

  close(): void {
    this.#stop.abort();
  }
}
