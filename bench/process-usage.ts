import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process that is really in use, in kB. */
export function readResidentMemoryKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** Seconds that a process and its children have worked. */
function worked(pid: number): number {
  const ticks = (path: string) => {
    const fields = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // After the name come state and parent; user and system time of itself and of children that ended.
    const times = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), seconds: times.reduce((sum, one) => sum + one, 0) / 100 };
  };
  const own = ticks(`/proc/${pid}/stat`).seconds;
  return readdirSync('/proc').reduce((sum, name) => {
    if (!/^\d+$/.test(name)) return sum;
    try {
      const { parent, seconds } = ticks(`/proc/${name}/stat`);
      return parent === pid ? sum + seconds : sum;
    } catch {
      // It ended meanwhile.
      return sum;
    }
  }, own);
}

/** From now on: gives how many processors each of these processes and this one kept busy on average. */
export function startProcessorMeter(pids: Readonly<Record<string, number>>): () => string {
  const began = performance.now();
  const all = Object.entries(pids);
  const before = all.map(([, pid]) => worked(pid));
  const own = process.cpuUsage();
  return () => {
    const seconds = (performance.now() - began) / 1000;
    const busy = all.map(([name, pid], place) => {
      const part = (worked(pid) - (before[place] ?? 0)) / seconds;
      return `${name} ${part.toFixed(2)}`;
    });
    const { user, system } = process.cpuUsage(own);
    return `processors kept busy: ${busy.join(', ')}, load ${((user + system) / 1e6 / seconds).toFixed(2)}`;
  };
}
