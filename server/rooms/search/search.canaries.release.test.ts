/** The same words, each asked for in every search: a module of its own, for the process may hold the quick one already. */
await import(new URL('./search.canaries.test.ts?every', import.meta.url).href);
