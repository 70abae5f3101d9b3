import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNetworks, parseNetworks } from './network-settings.ts';
import { NetworkRegistry } from './networks.ts';

test('[AUTH-15] of several networks the narrowest names an address, of either family; others have no name', () => {
  const set = parseNetworks(
    '10.0.0.0/8=Университет; 10.1.0.0/16=Корпус | Башкы корпус | Main building; 10.1.4.7=Деканат; 2001:db8:1::/48=Общежитие',
  );
  // The delivery process is given them as text.
  for (const networks of [new NetworkRegistry(set), new NetworkRegistry(parseNetworks(formatNetworks(set)))]) {
    const names = ['10.2.0.1', '10.1.4.8', '10.1.4.7', '2001:db8:1:2::3', '2001:db8:2::1', '192.0.2.1', 'x', null].map(
      (address) => networks.nameOf(address, 'en'),
    );
    assert.deepEqual(names, ['Университет', 'Main building', 'Деканат', 'Общежитие', null, null, null, null]);
    assert.deepEqual(
      ['10.1.4.8', '192.0.2.1', null].map((address) => networks.placeOf(address, 'kg')),
      ['Башкы корпус · 10.1.4.8', '192.0.2.1', null],
    );
  }
});
