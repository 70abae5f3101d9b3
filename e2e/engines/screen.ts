/** An element by its CSS selector; with a text, the first shown one that holds it. */
export type ElementQuery = string | readonly [css: string, text: string];

/** A window of one engine, with as much as every way to steer one can do. */
export interface BrowserWindow {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks what is shown at a place, as soon as it is. */
  press(place: ElementQuery): Promise<void>;
  fill(place: ElementQuery, text: string): Promise<void>;
  /** Chooses an entry of a `<select>` by its value. */
  choose(place: ElementQuery, value: string): Promise<void>;
  /** Presses keys one after the other, named as a key event names them. */
  keys(...names: string[]): Promise<void>;
  /** Waits until something is shown. */
  sees(place: ElementQuery): Promise<void>;
  /** Waits until nothing of it is shown. */
  misses(place: ElementQuery): Promise<void>;
  /** What a JavaScript expression is worth in the page; it may be a promise. */
  ask<T>(expression: string): Promise<T>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser that runs. */
export interface Engine {
  /** Name and version, as the browser tells them. */
  readonly name: string;
  /** A window that shares nothing with the others. */
  newScreen(): Promise<BrowserWindow>;
  stop(): Promise<void>;
}

/** How long something may take to come about; without a network the portal itself waits before it tries again. */
export const waitLimitMs = 90_000;
