import { flushCompileCache } from 'node:module';
import { startupErrorMessage } from '../server/core/startup-error.ts';
import { findPrograms } from '../server/database/embedded/postgres-programs.ts';
import { buildWeb } from '../server/web-build.ts';

/**
 * Does what the first start would do besides preparing its data: builds the pages, makes the links of the PostgreSQL that
 * comes along, and keeps what Node compiles of the portal.
 */
try {
  await buildWeb((text) => console.log(text));
  if (process.env.DATABASE_URL === undefined) findPrograms();
  await Promise.all([
    import('../server/app.ts'),
    import('../server/database/embedded/embedded-postgres.ts'),
    import('../server/delivery/delivery.ts'),
    import('../server/demo/generate.ts'),
    import('../server/demo/activity.ts'),
    import('../server/fulltext/extract.ts'),
    import('../server/import/import.ts'),
  ]);
  flushCompileCache();
  console.log('The pages are built: npm start needs to build nothing.');
} catch (failure) {
  console.error(startupErrorMessage(failure));
  process.exitCode = 1;
}
