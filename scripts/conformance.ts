import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, type Result, readResults } from './results.ts';

/** npm run conformance [-- PREFIX|NUMBER ...]: which requirements are proven by the last test run. */
const asked = process.argv.slice(2).map((argument) => argument.toUpperCase());
const numbers = readNumbers().filter(
  (number) => asked.length === 0 || asked.some((one) => number === one || number.startsWith(`${one}-`)),
);
const results = readResults();

if (results.length === 0) stop('There are no test results yet: run npm test first.');
if (numbers.length === 0)
  stop(`No requirement has the number or prefix ${asked.join(', ')}: see docs/requirements.md.`);

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

function line({ status, file, title }: Result): string {
  return `    ${status.padEnd(8)}${file}: ${title}`;
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
