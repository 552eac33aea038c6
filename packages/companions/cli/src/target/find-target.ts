import { connectionError, usageError } from '../cli-error.ts';
import type { Arguments } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { type ConnectionSettings, connectionSettings } from './connection-settings.ts';
import type { Target, Tried } from './target.ts';

/** Opens a target by how it was typed, does something with it, and closes it however that ends. */
export async function withTarget<Result>(
  typed: string | undefined,
  given: Arguments,
  terminal: Terminal,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const target = await openTarget(typed, given, connectionSettings(given, terminal));
  try {
    for (const warning of target.warnings) terminal.note(`${target.address}: ${warning}\n`);
    return await use(target);
  } finally {
    await target.close();
  }
}

/** Opens a target by how it was typed. */
export async function openTarget(
  typed: string | undefined,
  given: Arguments,
  settings: ConnectionSettings,
): Promise<Target> {
  if (typed === undefined) {
    if (given.spawned.length === 0) throw usageError('There is no TARGET: give a URL, a file, or -- and a command.');
    const { openStdio } = await import('./mcp-target.ts');
    return openStdio(given.spawned, settings);
  }
  if (/^https?:\/\//i.test(typed)) return openUrl(readUrl(typed), wireOf(given, settings), settings);
  if (/\.json$/i.test(typed)) return (await import('./saved-target.ts')).openSaved(typed);
  if (/\.[cm]?[jt]s$/i.test(typed)) return (await import('./module-target.ts')).openModule(typed, settings);
  throw usageError(
    `'${typed}' is no TARGET: give a URL that starts with http:// or https://, a module (.js, .mjs, .ts), a saved listing (.json), or -- and a command.`,
  );
}

/** A sign-in is a thing of MCP. */
function wireOf(given: Arguments, { login }: ConnectionSettings): string | undefined {
  const wire = given.value('wire');
  if (login !== undefined && wire !== undefined && wire !== 'mcp') throw usageError('--auth login is for MCP.');
  return login === undefined ? wire : 'mcp';
}

/** Reads an address that has nothing secret in it. */
export function readUrl(typed: string): URL {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  // What stands in front of an at sign may be a password, so the address is not repeated.
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw usageError('The TARGET is no address that can be asked: give it without a user name and a password.');
  }
  return url;
}

type Wire = 'otc' | 'mcp' | 'arcade';

/** What an address looks like is tried first; the rest is found out by asking. */
async function openUrl(url: URL, wire: string | undefined, settings: ConnectionSettings): Promise<Target> {
  const reasons: string[] = [];
  for (const [name, address] of attemptsFor(url, wire)) {
    const tried = await attempt(name, address, settings);
    if (tried.isTarget) return tried.target;
    reasons.push(`  ${name} at ${address.href}: ${tried.why}`);
  }
  throw connectionError(`No tools answer at ${url.href}:\n${reasons.join('\n')}`);
}

function attemptsFor(url: URL, wire: string | undefined): readonly (readonly [Wire, URL])[] {
  const below = (path: string): URL => new URL(`${url.pathname.replace(/\/+$/, '')}${path}${url.search}`, url);
  const isAt = (path: RegExp): boolean => path.test(url.pathname);
  const asMcp = ['mcp', isAt(/\/mcp\/?$/) ? url : below('/mcp')] as const;
  const asArcade = ['arcade', isAt(/\/worker\/?$/) ? url : below('/worker')] as const;
  switch (wire) {
    case undefined:
      break;
    case 'otc':
      return [['otc', url]];
    case 'mcp':
      return isAt(/\/mcp\/?$/) ? [asMcp] : [['mcp', url], asMcp];
    case 'arcade':
      return [asArcade];
    default:
      throw usageError(`--wire is otc, mcp or arcade, not '${wire}'.`);
  }
  if (isAt(/\/mcp\/?$/)) return [asMcp];
  if (isAt(/\/worker\/?$/)) return [asArcade];
  return [['otc', url], ['mcp', url], asMcp, asArcade];
}

async function attempt(wire: Wire, url: URL, settings: ConnectionSettings): Promise<Tried> {
  switch (wire) {
    case 'otc':
      return (await import('./otc-target.ts')).tryOtc(url.href, settings);
    case 'mcp':
      return (await import('./mcp-target.ts')).tryMcp(url, settings);
    case 'arcade':
      return (await import('./arcade-target.ts')).tryArcade(url, settings);
  }
}
