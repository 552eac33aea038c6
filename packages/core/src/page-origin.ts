/** Where a web page is from, as its browser says in `Origin`. */
export interface PageOrigin {
  readonly scheme: 'http' | 'https';
  /** With its port, unless that is the scheme's own. */
  readonly host: string;
}

/** Reads an `Origin` in lower case; `null`, which is the origin of a sandbox or a file, has no host. */
export function readOrigin(origin: string): PageOrigin | undefined {
  const [, scheme, host] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? [];
  return scheme === undefined || host === undefined ? undefined : { scheme: scheme as PageOrigin['scheme'], host };
}

/** Tells whether a page calls the host that it is from; `host` as the header has it, in lower case. */
export function isSameHost({ scheme, host: from }: PageOrigin, host: string): boolean {
  return from === host || from + (scheme === 'https' ? ':443' : ':80') === host;
}

/** Tells whether a value is a host as the `Host` header has it; names in other letters come as ASCII there. */
export function isHostName(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(value);
}

/** A host without its port; an IPv6 address stands in brackets, so that its colons are none of a port. */
export function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '');
}

/** Tells whether a `Host` in lower case is a name of the machine itself, which nobody can make lead elsewhere. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host);
}

// Perhaps with a port. Browsers write 127.0.0.1 within IPv6 as [::ffff:7f00:1].
const loopbackHost =
  /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::(?:1|ffff:(?:127(?:\.\d{1,3}){3}|7f[\da-f]{2}:[\da-f]{1,4}))\])(?::\d*)?$/;
