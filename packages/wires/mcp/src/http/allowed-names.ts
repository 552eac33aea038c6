import { isHostName } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';
import type { GuardOptions } from './guard.ts';

/** Refuses names that no request can have, since they would let nobody in. */
export function checkAllowedNames({ allowedHosts = [], allowedOrigins = [] }: GuardOptions): void {
  for (const host of allowedHosts) {
    if (isHostName(host)) continue;
    throw new StartUpError(
      'TW_OPTION_ORIGIN',
      `mcp: '${host}' among the allowedHosts is no host. Write it as the Host header has it, such as 'tools.example.com' or 'localhost:3000'.`,
    );
  }
  if (allowedOrigins === '*') return;
  for (const origin of allowedOrigins) {
    const problem = originProblem(origin);
    if (problem !== undefined) {
      throw new StartUpError('TW_OPTION_ORIGIN', `mcp: '${origin}' among the allowedOrigins ${problem}`);
    }
  }
}

function originProblem(origin: string): string | undefined {
  if (origin === '*') return "stands for all of them: write allowedOrigins: '*'.";
  if (origin === 'null') return "is that of every sandboxed page: name the origins that may call, or write '*'.";
  const url = /^https?:\/\//i.test(origin) && URL.canParse(origin) ? new URL(origin) : undefined;
  if (url !== undefined) {
    return url.origin === origin.toLowerCase() ? undefined : `is none that browsers send: write '${url.origin}'.`;
  }
  // Of extensions and apps, which have schemes of their own.
  return /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]+$/i.test(origin) && !/^https?:/i.test(origin)
    ? undefined
    : "is no origin. Write it as browsers send it, such as 'https://app.example.com'.";
}
