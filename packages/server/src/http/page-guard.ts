import { type HttpRequest, isLoopbackHost, isSameHost, readOrigin } from '@toolwire/core';
import type { CorsOptions } from './cors.ts';

/**
 * Says why a web page may not call: it calls the name it is from, and that name may have been made to lead to this machine
 * (DNS rebinding). Its browser then sees no other origin, and asks for no permission. A page that came over https cannot
 * have been led here, as nobody has the certificate; and where a request came in at another address, no page gains by it.
 */
export function pageProblem(request: HttpRequest, cors: CorsOptions | undefined): string | undefined {
  const sent = request.header('origin');
  if (sent === undefined || request.isLoopback === false) return undefined;
  if (cors !== undefined && (cors.origins === '*' || cors.origins.includes(sent))) return undefined;
  const origin = readOrigin(sent.toLowerCase());
  const host = request.header('host')?.toLowerCase();
  if (origin?.scheme !== 'http' || host === undefined || isLoopbackHost(host)) return undefined;
  return isSameHost(origin, host)
    ? "Pages may not call by a name that may have been made to lead to this machine. Add their origin to the server's `cors` if it is one of your own."
    : undefined;
}
