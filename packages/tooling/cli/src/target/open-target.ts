import { CliError, exitCodes, usageError } from '../cli-error.ts';
import { type Arguments, withWire } from '../command-line/command.ts';
import { wires } from '../command-line/flags.ts';
import { type Terminal, withProgress } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { type ConnectionSettings, connectionSettings } from './connection-settings.ts';
import type { CliTool, ProbeResult, Target } from './target.ts';
import { isMcpUrl, isUrl, readUrl, urlBelow } from './target-url.ts';
import { readDetails, withDetails } from './tool-details.ts';

/** Opens a target, runs a function with it, and closes it. */
export async function withTarget<Result>(
  operand: string | undefined,
  args: Arguments,
  terminal: Terminal,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const address = safeLine(operand ?? args.spawned.join(' '));
  const target = await withProgress(terminal, `Connecting to ${address}`, () =>
    openTarget(operand, args, connectionSettings(args, terminal)),
  );
  try {
    noteWarnings(target, terminal);
    return await use(target);
  } finally {
    await target.close();
  }
}

/** Shows the problems in the listing of a target. */
export function noteWarnings({ address, warnings }: Target, { note }: Pick<Terminal, 'note'>): void {
  for (const warning of warnings) note(`${safeLine(address)}: ${safeLine(warning)}\n`);
}

export async function openTarget(
  operand: string | undefined,
  args: Arguments,
  settings: ConnectionSettings,
): Promise<Target> {
  if (operand === undefined) {
    if (args.spawned.length === 0) throw usageError('TARGET is missing: pass a URL, a file, or -- and a command.');
    const { openStdio } = await import('./mcp-target.ts');
    return openStdio(args.spawned, settings);
  }
  if (isUrl(operand)) return openUrl(readUrl(operand), readWire(args, settings), settings);
  if (/\.json$/i.test(operand)) return (await import('./saved-target.ts')).openSaved(operand);
  if (/\.[cm]?[jt]s$/i.test(operand)) return (await import('./module-target.ts')).openModule(operand, settings);
  throw usageError(
    `'${operand}' is not a valid TARGET. Expected a URL (http:// or https://), a module (.js, .mjs, .ts), a saved listing (.json), or -- and a command.`,
  );
}

type Wire = (typeof wires)[number];

/** Reads `--wire`. Only MCP supports a sign-in. */
export function readWire(args: Arguments, { login }: Pick<ConnectionSettings, 'login'>): Wire | undefined {
  const text = args.value('wire');
  const wire = wires.find((name) => name === text);
  if (text !== wire) throw usageError(`--wire must be otc, mcp or arcade, got '${text}'.`);
  if (login !== undefined && wire !== undefined && wire !== 'mcp') {
    throw usageError('--auth login works with MCP only.');
  }
  return login === undefined ? wire : 'mcp';
}

/** No protocol was found at a URL. */
export class NoToolsFound extends CliError {
  constructor({ href }: URL, reasons: readonly string[]) {
    super(exitCodes.unconnected, `No tools found at ${href}:\n${reasons.join('\n')}`);
  }
}

/** Tries each protocol; only one if `--wire` names it, or if the path ends in `/mcp` or `/worker`. */
async function openUrl(url: URL, wire: Wire | undefined, settings: ConnectionSettings): Promise<Target> {
  const reasons: string[] = [];
  for (const [name, address] of attemptsFor(url, wire)) {
    const probe = await attempt(name, address, settings);
    if (probe.isTarget) return probe.target;
    reasons.push(`  ${name} at ${address.href}: ${probe.reason}`);
  }
  throw new NoToolsFound(url, reasons);
}

function attemptsFor(url: URL, wire: Wire | undefined): readonly (readonly [Wire, URL])[] {
  const isWorkerUrl = /\/worker\/?$/.test(url.pathname);
  const asArcade = ['arcade', isWorkerUrl ? url : urlBelow(url, '/worker')] as const;
  if (wire === 'otc') return [['otc', url]];
  if (wire === 'arcade' || (wire === undefined && isWorkerUrl)) return [asArcade];
  if (isMcpUrl(url)) return [['mcp', url]];
  const asMcp = [
    ['mcp', url],
    ['mcp', urlBelow(url, '/mcp')],
  ] as const;
  return wire === 'mcp' ? asMcp : [['otc', url], ...asMcp, asArcade];
}

async function attempt(wire: Wire, url: URL, settings: ConnectionSettings): Promise<ProbeResult> {
  switch (wire) {
    case 'otc':
      return (await import('./otc-target.ts')).tryOtc(url.href, settings);
    case 'mcp':
      return (await import('./mcp-target.ts')).tryMcp(url, settings);
    case 'arcade':
      return (await import('./arcade-target.ts')).tryArcade(url, settings);
  }
}

/** Opens a target, over MCP if it supports that and no other protocol was chosen. */
export async function openPreferringMcp(
  operand: string | undefined,
  args: Arguments,
  settings: ConnectionSettings,
): Promise<Target> {
  if (operand === undefined || !isUrl(operand) || args.value('wire') !== undefined) {
    return openTarget(operand, args, settings);
  }
  try {
    return await openTarget(operand, withWire(args, 'mcp'), settings);
  } catch (thrown) {
    settings.signal.throwIfAborted();
    // The server has no MCP, needs other credentials for it, or is down. The next attempt reports which.
    if (thrown instanceof CliError) return openTarget(operand, args, settings);
    throw thrown;
  }
}

/** Whether a URL ends with /mcp, and no other protocol was chosen. */
export function isAtMcp(operand: string, args: Arguments): boolean {
  return (args.value('wire') ?? 'mcp') === 'mcp' && isUrl(operand) && isMcpUrl(readUrl(operand));
}

/** Returns the tools with their titles and annotations, which Open Tool Calling lacks. They are read from the MCP endpoint of the same server. */
export async function withMcpDetails(target: Target, args: Arguments, terminal: Terminal): Promise<readonly CliTool[]> {
  if (target.wire !== 'otc' || !isUrl(target.address)) return target.tools;
  // Only requests of Open Tool Calling are signed, so MCP would be refused.
  if (connectionSettings(args, terminal).jwtSecret !== undefined) return target.tools;
  try {
    const mcpTools = await withTarget(target.address, withWire(args, 'mcp'), terminal, ({ tools }) =>
      Promise.resolve(tools),
    );
    return withDetails(target.tools, new Map(mcpTools.map((tool) => [tool.toolId, readDetails({ ...tool })])));
  } catch (thrown) {
    terminal.signal.throwIfAborted();
    // The server supports Open Tool Calling only, so the details stay unknown.
    if (thrown instanceof CliError) return target.tools;
    throw thrown;
  }
}
