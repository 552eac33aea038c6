import { expect, it } from 'vitest';
import { createAddressCheck, isPrivateHost, isUrlHost } from '../src/call/private-address.ts';

const isAllowed = createAddressCheck();

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'example.com',
])('rejects %s', (address) => {
  expect(isAllowed(address)).toBe(false);
});

it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
  'allows %s',
  (address) => {
    expect(isAllowed(address)).toBe(true);
  },
);

it.each(['intranet', 'intranet.', 'api.internal', 'API.INTERNAL.', 'localhost.', '10.0.0.1', '[::1]'])(
  'takes the host %s as private',
  (host) => {
    expect(isPrivateHost(host)).toBe(true);
  },
);

it.each(['example.com', 'example.com.', '8.8.8.8'])('takes the host %s as public', (host) => {
  expect(isPrivateHost(host)).toBe(false);
});

it.each(['api.internal', 'api.internal.', '::1', '[::1]'])('accepts %s as the host of a URL', (host) => {
  expect(isUrlHost(host)).toBe(true);
});
