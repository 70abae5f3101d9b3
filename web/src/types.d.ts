/// <reference types="vite/client" />

declare module 'icon:*' {
  const drawing: readonly (readonly [path: string, opacity?: number])[];
  export default drawing;
}

/** A call that the first script has made (start.js), and its answer once it came. */
interface Made {
  readonly answer: Promise<{ status: number; body: string }>;
  readonly came?: { status: number; body: string };
}

interface Window {
  /** By address and body. */
  readonly made?: Map<string, Made>;
  /** When all of them are answered; never rejects. */
  readonly madeAll?: Promise<unknown>;
}
