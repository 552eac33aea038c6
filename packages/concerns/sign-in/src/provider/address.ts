import { StartUpError } from '@toolwire/internal';

/** Parses a URL; throws unless it is https, or http on this machine. */
export function checkAddress(name: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === 'https:' || isLoopbackHttp(url))) return url;
  throw new StartUpError(
    'TW_OPTION_ADDRESS',
    `${name} must be an https URL, such as 'https://accounts.example.com'. Only loopback hosts may use http.`,
  );
}

/** Whether a URL is http on this machine. */
export function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
