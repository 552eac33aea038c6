import { CliError } from '../cli-error.ts';
import type { Arguments } from '../command.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { openTarget, readUrl } from './find-target.ts';
import type { Target } from './target.ts';

/** Opens a target by MCP where it speaks several protocols, unless another one is wanted. */
export async function openPreferringMcp(
  typed: string | undefined,
  given: Arguments,
  settings: ConnectionSettings,
): Promise<Target> {
  if (typed === undefined || !isAddress(typed) || given.value('wire') !== undefined) {
    return openTarget(typed, given, settings);
  }
  const asMcp: Arguments = { ...given, value: (flag) => (flag === 'wire' ? 'mcp' : given.value(flag)) };
  try {
    return await openTarget(typed, asMcp, settings);
  } catch (thrown) {
    settings.signal.throwIfAborted();
    // It speaks something else, or wants other credentials there, or nobody is there: the next attempt tells.
    if (thrown instanceof CliError) return openTarget(typed, given, settings);
    throw thrown;
  }
}

/** Whether an address says by its path that MCP is spoken there, and nothing else is wanted. */
export function isAtMcp(typed: string, given: Arguments): boolean {
  return (given.value('wire') ?? 'mcp') === 'mcp' && isAddress(typed) && /\/mcp\/?$/.test(readUrl(typed).pathname);
}

/** Whether a target is typed as an address. */
export function isAddress(typed: string): boolean {
  return /^https?:\/\//i.test(typed);
}
