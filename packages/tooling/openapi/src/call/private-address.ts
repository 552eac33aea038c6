import { lookup as lookupHost } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { parseUrl } from '@toolwire/internal';

// The addresses that aren't globally reachable: https://www.iana.org/assignments/iana-ipv4-special-registry and its equivalent for IPv6.
const blocked4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
// Global IPv6 addresses are in 2000::/3, except for these ranges.
const blocked6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Creates a check whether an address is public. Private, local and reserved addresses are not. */
export function createAddressCheck(): (address: string) => boolean {
  const blocked = new BlockList();
  const global = new BlockList();
  for (const [address, prefix] of blocked4) blocked.addSubnet(address, prefix, 'ipv4');
  for (const [address, prefix] of blocked6) blocked.addSubnet(address, prefix, 'ipv6');
  global.addSubnet('2000::', 3, 'ipv6');
  return (address) => {
    if (isIPv6(address)) return global.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
    return isIP(address) === 4 && !blocked.check(address, 'ipv4');
  };
}

/** Returns the form in which hosts are compared: in lower case, without the brackets of an IPv6 address and the dot that may end a name. */
export function plainHost(host: string): string {
  return host.replace(/^\[|\]$|\.$/gu, '').toLowerCase();
}

/** Whether the host of a URL can be this host. It has no port, and an address has its shortest form. */
export function isUrlHost(host: string): boolean {
  const plain = plainHost(host);
  const url = parseUrl(`http://${isIPv6(plain) ? `[${plain}]` : plain}`);
  return url !== undefined && plainHost(url.hostname) === plain;
}

/** Whether the name or address of a host is private. Other names are looked up only for a connection. */
export function isPrivateHost(hostname: string): boolean {
  const host = plainHost(hostname);
  if (isIP(host) !== 0) return !createAddressCheck()(host);
  return /(?:^|\.)(?:localhost|local|internal)$/u.test(host) || !host.includes('.');
}

/** A connection to a private address was refused. */
export class PrivateAddressError extends Error {
  override readonly name: string = 'PrivateAddressError';

  constructor(host: string) {
    super(`The host '${host}' has a private address.`);
  }
}

/** Creates a lookup for connections. It checks the address of the connection itself, so a name can't change after the check. */
export function createLookup(
  isAllowed: (address: string) => boolean,
  privateHosts: ReadonlySet<string>,
): LookupFunction {
  return (hostname, options, callback) => {
    lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const isPrivateAllowed = privateHosts.has(plainHost(hostname));
      const allowed = isPrivateAllowed ? addresses : addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return callback(new PrivateAddressError(hostname), '');
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
