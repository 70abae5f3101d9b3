import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostAnswer, HostTasks } from '../../server/test/portal-host.ts';

const program = fileURLToPath(new URL('../../server/test/portal-host.ts', import.meta.url));

interface Waiting {
  done(answer: never): void;
  failed(reason: Error): void;
}

/** The process that opens portals for this one (server/test/portal-host.ts). */
class Host {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #gone: Promise<void>;
  #last = 0;

  constructor() {
    this.#child = fork(program, [], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
    });
    this.#child.on('message', (answer: HostAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('failed' in answer) waiting?.failed(new Error(answer.failed));
      else waiting?.done(answer.done as never);
    });
    this.#gone = new Promise((done) => {
      this.#child.once('exit', (code) => {
        for (const { failed } of this.#waiting.values()) failed(new Error(`The portals' host ended with ${code}.`));
        done();
      });
    });
  }

  ask<T extends keyof HostTasks>(task: T, given: HostTasks[T]['given']): Promise<HostTasks[T]['answer']> {
    const id = ++this.#last;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#child.send({ id, task, given }, (error) => error && failed(error));
    });
  }

  /** Ends it, and all that it has opened. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#gone;
  }
}

let host: Host | null = null;

/** Calls this process's host, which the first call starts. */
export function runHostTask<T extends keyof HostTasks>(
  task: T,
  given: HostTasks[T]['given'],
): Promise<HostTasks[T]['answer']> {
  host ??= new Host();
  return host.ask(task, given);
}

/** Ends this process's host, if there is one. */
export async function endHost(): Promise<void> {
  const ended = host;
  host = null;
  await ended?.end();
}
