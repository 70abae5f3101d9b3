import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDeviceName } from './device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mozilla = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`;
const iphone = (rest: string) =>
  mozilla('iPhone; CPU iPhone OS 18_6 like Mac OS X', `AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`);
const android = (rest: string) => mozilla('Linux; Android 10; K', `${webkit} ${rest}`);
const windows = (rest: string) => mozilla('Windows NT 10.0; Win64; x64', `${webkit} ${rest}`);

test('[AUTH-15] a device is named by the browser and the system that it has, whatever its name says besides', () => {
  const agents: [string, string][] = [
    [windows('Chrome/140.0.0.0 Safari/537.36'), 'Chrome, Windows'],
    [windows('Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'), 'Edge, Windows'],
    [windows('Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36'), 'Yandex, Windows'],
    [windows('Chrome/139.0.0.0 Safari/537.36 OPR/124.0.0.0'), 'Opera, Windows'],
    [mozilla('Windows NT 10.0; Win64; x64; rv:143.0', 'Gecko/20100101 Firefox/143.0'), 'Firefox, Windows'],
    [mozilla('X11; Linux x86_64; rv:143.0', 'Gecko/20100101 Firefox/143.0'), 'Firefox, Linux'],
    [mozilla('X11; CrOS x86_64 14541.0.0', `${webkit} Chrome/140.0.0.0 Safari/537.36`), 'Chrome, ChromeOS'],
    [
      mozilla(
        'Macintosh; Intel Mac OS X 10_15_7',
        'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      ),
      'Safari, macOS',
    ],
    [android('Chrome/140.0.0.0 Mobile Safari/537.36'), 'Chrome, Android'],
    [android('Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0'), 'Edge, Android'],
    [android('Chrome/138.0.0.0 YaBrowser/25.8.0.0.00 SA/3 Mobile Safari/537.36'), 'Yandex, Android'],
    [android('SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'), 'Samsung Internet, Android'],
    [android('Chrome/139.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0'), 'Opera, Android'],
    [mozilla('Android 15; Mobile; rv:143.0', 'Gecko/143.0 Firefox/143.0'), 'Firefox, Android'],
    [iphone('Version/18.6 Mobile/15E148 Safari/604.1'), 'Safari, iPhone'],
    [iphone('CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1'), 'Chrome, iPhone'],
    [iphone('FxiOS/143.0 Mobile/15E148 Safari/605.1.15'), 'Firefox, iPhone'],
    [iphone('Version/18.0 EdgiOS/140.0.3485.54 Mobile/15E148 Safari/604.1'), 'Edge, iPhone'],
    [iphone('Version/18.0 YaBrowser/25.8.1.100.10 Mobile/15E148 Safari/604.1'), 'Yandex, iPhone'],
    [iphone('Version/18.6 Mobile/15E148 Safari/604.1 OPT/6.1.0'), 'Opera, iPhone'],
    [iphone('CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1').replaceAll('iPhone', 'iPad'), 'Chrome, iPad'],
  ];
  assert.deepEqual(
    agents.map(([agent]) => parseDeviceName(agent)),
    agents.map(([, name]) => name),
  );
  for (const agent of [null, '', 'unheard of']) assert.equal(parseDeviceName(agent), null);
});
