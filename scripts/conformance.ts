import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandArguments } from './command-arguments.ts';
import { projectFolder, readResults, type TestResult } from './results.ts';

/** npm run conformance [-- PREFIX|NUMBER ...]: which requirements are proven by the last test run. */
const all = readNumbers();
const isMeant = (number: string, word: string) =>
  number === word.toUpperCase() || number.startsWith(`${word.toUpperCase()}-`);
const asked = parseCommandArguments(
  (word) => all.some((number) => isMeant(number, word)),
  'give numbers or prefixes of docs/requirements.md',
);
const numbers = all.filter((number) => asked.length === 0 || asked.some((word) => isMeant(number, word)));
const results = readResults();

if (results.length === 0) stop('There are no test results yet: run npm test first.');

let holding = 0;
for (const number of numbers) {
  const proofs = results.filter(({ title }) => title.includes(`[${number}]`));
  const holds = proofs.length > 0 && proofs.every(({ status }) => status === 'passed');
  if (holds) holding++;
  console.log(`${number}  ${holds ? 'holds' : proofs.length === 0 ? 'HOLE: no test carries it' : 'DOES NOT HOLD'}`);
  for (const proof of proofs) console.log(line(proof));
}
console.log(`\n${holding} of ${numbers.length} hold`);
// A pipe takes what was written later: exit() would cut it.
process.exitCode = holding === numbers.length ? 0 : 1;

function readNumbers(): string[] {
  const text = readFileSync(join(projectFolder, 'docs/requirements.md'), 'utf8');
  return [...text.matchAll(/^\| ([A-Z]+-\d+) \|/gm)].map(([, number = '']) => number);
}

function line({ status, file, title }: TestResult): string {
  return `    ${status.padEnd(8)}${file}: ${title}`;
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
