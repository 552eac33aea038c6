/** The origin of a web page, from the `Origin` header. */
export interface PageOrigin {
  readonly scheme: 'http' | 'https';
  /** With the port, unless it is the default port of the scheme. */
  readonly host: string;
}

/** Parses a lower-case `Origin`. `null`, the origin of sandboxes and files, has no host. */
export function readOrigin(origin: string): PageOrigin | undefined {
  const [, scheme, host] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? [];
  return scheme === undefined || host === undefined ? undefined : { scheme: scheme as PageOrigin['scheme'], host };
}

/** Whether a page calls its own host; `host` is the lower-case header. */
export function isSameHost({ scheme, host: from }: PageOrigin, host: string): boolean {
  return from === host || from + (scheme === 'https' ? ':443' : ':80') === host;
}

/** Whether a value is a valid `Host` header. International names are ASCII there. */
export function isHostHeader(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(value);
}

/** Removes the port of a host. IPv6 addresses are in brackets. */
export function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '');
}

/** Whether a lower-case `Host` is a loopback name, which DNS can't redirect. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host);
}

// With an optional port. Browsers write 127.0.0.1 in IPv6 as [::ffff:7f00:1].
const loopbackHost =
  /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::(?:1|ffff:(?:127(?:\.\d{1,3}){3}|7f[\da-f]{2}:[\da-f]{1,4}))\])(?::\d*)?$/;
