/**
 * npm run soak [-- FAULTS | full | day [MINUTES]]: what the portal survives. FAULTS kills (ten), a full disk, or a day
 * that is mixed of everything two thousand people do (ten minutes).
 */
await import(process.argv[2] === 'day' ? './soak-day.ts' : './soak-faults.ts');

export {};
