import { isLoopback } from './loopback.ts';

/** Whether nobody on the way can change what an address answers: https, or this very machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}
