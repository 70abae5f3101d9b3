/// <reference types="vite/client" />

declare module 'icon:*' {
  const drawing: readonly (readonly [path: string, opacity?: number])[];
  export default drawing;
}

interface Window {
  /** Calls that the first script has made (start.js), by their address and body. */
  readonly made?: Map<string, Promise<Response>>;
}
