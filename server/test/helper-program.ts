import { initializeHelperProcess } from '../core/helper-process.ts';

/** The smallest process that works for a portal: it is ready, and says that it lives. */
initializeHelperProcess();
process.send?.({ ready: true });
