import { registerHooks } from 'node:module';

/**
 * Loaded before test/portal.ts: counts how often the library verifies a password, and reports to the parent when it asks. Every
 * verification still happens.
 */
const counted = `
  import * as argon2 from '${import.meta.resolve('@node-rs/argon2')}';
  export const { hash, hashRaw } = argon2;
  export const verify = (...given) => { globalThis.verifications++; return argon2.verify(...given); };`;
registerHooks({
  resolve(specifier, context, next) {
    return specifier === '@node-rs/argon2' && !context.parentURL?.startsWith('data:')
      ? { url: `data:text/javascript,${encodeURIComponent(counted)}`, shortCircuit: true }
      : next(specifier, context);
  },
});
const counter = globalThis as unknown as { verifications: number };
counter.verifications = 0;
process.on('message', (asked) => {
  if (asked === 'verifications') process.send?.(counter.verifications);
});
