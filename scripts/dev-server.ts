import { env } from 'node:process';

/** What scripts/dev.ts starts again and again: the portal without its pages. */

// With it every thread would tell its parent what it imports, and the parent take that for the thread's answer.
delete env.WATCH_REPORT_DEPENDENCIES;
await import('../server/main.ts');
