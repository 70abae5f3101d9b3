/// <reference types="vite/client" />

declare module 'rooms:assets' {
  const parts: unknown;
  export default parts;
}

declare module 'icon:*' {
  const drawing: readonly (readonly [path: string, opacity?: number])[];
  export default drawing;
}
