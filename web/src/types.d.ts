/// <reference types="vite/client" />

declare module 'icon:*' {
  const drawing: readonly (readonly [path: string, opacity?: number])[];
  export default drawing;
}

interface Window {
  /** Replies that the first script has asked for (start/start.js), by `callKey`; a promise: it is still on its way. */
  made?: Map<string, Reply | Promise<Reply>> | undefined;
  /** When what the page begins with has come or failed; never rejects. */
  readonly begun?: Promise<unknown>;
}

interface Reply {
  readonly status: number;
  readonly body: string;
}
