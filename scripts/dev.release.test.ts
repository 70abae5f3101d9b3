import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from '@playwright/test';
import { signIn } from '../e2e/support/people.ts';
import { freePort } from '../e2e/support/portal.ts';
import { findOrInstallBrowsers } from './browser.ts';
import { projectFolder } from './results.ts';
import { runCommand } from './short-runs.ts';

test('npm run dev serves pages from their sources, restarts the server on a change, keeps the database, and stops in order', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bilim-dev-'));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, DEMO: 'tiny', PORT: `${await freePort()}` };
  const dev = spawn(process.execPath, [join(projectFolder, 'boot.mjs'), 'dev'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(dev, 'exit');
  let output = '';
  for (const stream of [dev.stdout, dev.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const browser = await chromium.launch({ executablePath: findOrInstallBrowsers().shell, args: ['--no-sandbox'] });
  t.after(async () => {
    await browser.close();
    dev.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const ready = async (times: number) => {
    while (output.split('Bilim is ready').length <= times) {
      await Promise.race([once(dev.stdout, 'data'), ended]);
      assert.equal(dev.exitCode, null, output);
    }
  };

  await ready(1);
  const page = await browser.newPage({ locale: 'ru-RU' });
  page.setDefaultTimeout(120_000);
  const hot = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'));
  await signIn(page, 'student', '/lms/profile', `http://127.0.0.1:${env.PORT}`);
  await hot;
  await page.locator('h1[translate="no"]').waitFor();

  const now = new Date();
  utimesSync(join(projectFolder, 'server/rooms/index.ts'), now, now);
  await ready(2);
  await page.reload();
  await page.locator('h1[translate="no"]').waitFor();

  await page.close();
  dev.kill('SIGTERM');
  await ended;
  assert.equal(dev.exitCode, 0, output);
  assert.equal(existsSync(join(dataDir, 'database/postmaster.pid')), false, 'the database stopped');
});

test('npm run dev on a folder that cannot be used says so in one sentence and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilim-dev-'));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const settings = () => ({ DATA_DIR: file });
  // As in a fresh checkout, where the pages begin by looking through what they import.
  rmSync(join(projectFolder, 'web/node_modules/.vite'), { recursive: true, force: true });
  const output = await runCommand('dev', { args: [], settings, says: /./, mayFail: true });
  assert.equal(output, `${file} is a file: set DATA_DIR to a folder.\n`);
  rmSync(folder, { recursive: true });
});
