/// <reference types="vite/client" />

declare module 'icon:*' {
  const drawing: readonly (readonly [path: string, opacity?: number])[];
  export default drawing;
}
