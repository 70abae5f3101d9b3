import type { Cluster } from './cluster.ts';
import { type Machine, readCommandLine } from './machine.ts';
import type { Fault, MachineName } from './plan.ts';

/** A PostgreSQL process, but not the Patroni beside it. */
const isPostgres = (pid: number) => /^(\S*\/bin\/)?postgres\b/.test(readCommandLine(pid));

/** Does what a fault says; gives the machine that it hit, and what takes it away again. */
export async function injectFault(
  cluster: Cluster,
  fault: Fault,
): Promise<{ name: MachineName; heal: () => Promise<void> }> {
  const machine = cluster.find(fault.place);
  return { name: machine.name, heal: await injectors[fault.kind](cluster, machine, fault) };
}

type FaultInjector = (cluster: Cluster, machine: Machine, fault: Fault) => Promise<() => Promise<void>>;

const injectors: Readonly<Record<Fault['kind'], FaultInjector>> = {
  kill: async (cluster, machine) => {
    await machine.kill();
    return async () => cluster.start(machine.name);
  },
  /** Patroni starts it again by itself, or has another one take writes. */
  crash: async (_, machine) => {
    await machine.kill(isPostgres);
    return async () => undefined;
  },
  cut: async (_, machine) => {
    machine.cut();
    return async () => machine.join();
  },
  part: async (cluster, machine, { others = [] }) => {
    const apart = others.map((place) => cluster.find(place));
    for (const other of apart) {
      machine.part(other);
      other.part(machine);
    }
    return async () => {
      for (const one of [machine, ...apart]) one.unite();
    };
  },
  pause: async (_, machine) => {
    await machine.signal('SIGSTOP');
    return () => machine.signal('SIGCONT');
  },
  disk: async (cluster, machine) => {
    const disk = cluster.diskOf(machine);
    machine.fillDisk(disk);
    return async () => machine.freeDisk(disk);
  },
  clock: async (_, machine, { shift = 0 }) => {
    machine.setClock(shift);
    return async () => machine.setClock(0);
  },
};
