/**
 * npm run soak [-- FAULTS | full | day [MINUTES [PEOPLE [SIZE]]]]: what the portal survives. FAULTS kills (ten), a
 * full disk, or a day that is mixed of everything two thousand people do in a large university (ten minutes).
 */
await import(process.argv[2] === 'day' ? './soak-day.ts' : './soak-faults.ts');

export {};
