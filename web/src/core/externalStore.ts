/**
 * In place of `use-sync-external-store/shim`, by which libraries stand on older Reacts too (vite.config.ts): this one has it.
 */
export { useSyncExternalStore } from 'react';
