import { askHost, endHost } from '/tmp/w/browser/main/e2e/support/host.ts';
import { beginAt } from '/tmp/w/browser/main/e2e/support/clock.ts';
import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
const t0 = performance.now(); const lap = (s: string) => console.log(s, Math.round(performance.now() - t0));
await askHost('clock', { at: '2026-11-23T13:00:00+06:00' }); lap('clock (modules loaded)');
const cpu = () => { const out = execSync("ps -eo times,cputimes,args | grep portal-host | grep -v grep || true", {encoding:'utf8'}); return out.trim(); };
console.log(cpu());
const from = await askHost('live', null); lap('lived'); console.log(cpu());
console.log(execSync(`du -sh ${from.dataDir}; find ${from.dataDir} -type f | wc -l`, {encoding:'utf8'}));
await beginAt('2026-11-23T14:00:00+06:00');
for (let i = 0; i < 4; i++) { const s = performance.now(); const p = await askHost('open', { settings: {}, helpers: [], from }); console.log('open', Math.round(performance.now() - s), p.url); const r = await fetch(p.url + '/lms/login'); console.log(r.status);
 const held = await askHost('session', { url: p.url, login: 'student', agent: 'x' }); console.log(held.user.fullName);
 const c = performance.now(); await askHost('close', { url: p.url }); console.log('close', Math.round(performance.now() - c)); console.log(cpu()); }
await askHost('forget', from); await endHost(); lap('end');
