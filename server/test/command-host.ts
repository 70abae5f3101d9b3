import { pathToFileURL } from 'node:url';

/** What to run: the program's file, its arguments, and the settings that it is given besides those of the host. */
export interface CommandRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs programs of the command line one after another in this process: each main file again, with the arguments and settings
 * that it is given, while what it imports is loaded once.
 */
const ours = { ...process.env };
const output = { out: '', err: '' };
for (const [stream, name] of [
  [process.stdout, 'out'],
  [process.stderr, 'err'],
] as const)
  stream.write = ((text: string | Uint8Array) => {
    output[name] += String(text);
    return true;
  }) as typeof stream.write;

/** What a program listens to would pile up, since the process goes on when it has ended. */
const processEvents = ['unhandledRejection', 'uncaughtException', 'SIGINT', 'SIGTERM'] as const;

let count = 0;
process.on('message', async ({ program, args, env }: CommandRun) => {
  process.argv = [process.execPath, program, ...args];
  process.env = { ...ours, ...env, ...clockOfHost(env.TEST_CLOCK) };
  output.out = output.err = '';
  process.exitCode = undefined;
  await import(`${pathToFileURL(program).href}?${count++}`);
  for (const event of processEvents) process.removeAllListeners(event);
  process.send?.({ code: process.exitCode ?? 0, out: output.out, err: output.err });
});
process.once('disconnect', () => process.exit());

/** A program takes its clock for the moment at which its process was started: this one was long before. */
function clockOfHost(now: string | undefined): { TEST_CLOCK?: string } {
  return now ? { TEST_CLOCK: new Date(Date.parse(now) - performance.now()).toISOString() } : {};
}
