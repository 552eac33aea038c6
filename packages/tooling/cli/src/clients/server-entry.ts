import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { usageError } from '../cli-error.ts';
import type { Arguments } from '../command-line/command.ts';
import { type ConnectionSettings, credentialVariables } from '../target/connection-settings.ts';
import { isAtMcp, openPreferringMcp } from '../target/open-target.ts';
import { isUrl, readUrl } from '../target/target-url.ts';
import type { McpClient, ServerEntry } from './mcp-client.ts';

/** Creates the entry for a target: the target itself, or a bridge if the client can't connect to it. */
export async function serverEntry(
  client: McpClient,
  args: Arguments,
  settings: ConnectionSettings,
): Promise<ServerEntry> {
  const [, operand] = args.operands;
  const [command, ...commandArgs] = args.spawned;
  if (operand === undefined && command !== undefined) {
    if (args.has('bridge')) throw usageError('--bridge works only with a server URL.');
    return { command, args: commandArgs, env: {} };
  }
  if (operand === undefined || command !== undefined || !isUrl(operand)) {
    throw usageError('Pass a server URL, or -- and the command of an MCP server over stdio.');
  }
  const address = isAtMcp(operand, args) ? readUrl(operand).href : await mcpAddress(operand, args, settings);
  // Only a bridge can sign tokens.
  const isSigned = args.has('jwt-secret') || args.has('worker-secret');
  if (address === undefined || client.remote === undefined || args.has('bridge') || isSigned) {
    return bridgeTo(address ?? readUrl(operand).href, args);
  }
  return { url: address, headers: headersOf(args) };
}

/** The credentials as headers. A token takes precedence over an API key. */
function headersOf(args: Arguments): Readonly<Record<string, string>> {
  const [token, apiKey] = [args.value('token'), args.value('api-key')];
  if (token !== undefined) return { Authorization: `Bearer ${token}` };
  return apiKey === undefined ? {} : { 'OTC-API-Key': apiKey };
}

/** The URL of the MCP endpoint, if the server has one. */
async function mcpAddress(operand: string, args: Arguments, settings: ConnectionSettings): Promise<string | undefined> {
  const target = await openPreferringMcp(operand, args, settings);
  await target.close();
  return target.wire === 'mcp' ? target.address : undefined;
}

const forwardedFlags = ['wire', 'auth', 'client-id', 'timeout', 'insecure'];

/** Credentials are passed as environment variables, because other users of the machine can read process arguments. */
function bridgeTo(address: string, args: Arguments): ServerEntry {
  const flags: string[] = [];
  for (const flag of forwardedFlags) {
    const value = args.value(flag);
    if (args.has(flag)) flags.push(`--${flag}`);
    if (value) flags.push(value);
  }
  const command = ['npx', '-y', `@toolwire/cli@${manifest.version}`, 'bridge', address, ...flags];
  // On Windows, npx must be started through the shell.
  const [program = '', ...programArgs] = process.platform === 'win32' ? ['cmd', '/c', ...command] : command;
  const env: Record<string, string> = {};
  for (const [flag, variable] of Object.entries(credentialVariables)) {
    const value = args.value(flag);
    if (value !== undefined) env[variable] = value;
  }
  return { command: program, args: programArgs, env };
}

/** Returns a default name for a server: its hostname, or its script or package. */
export function defaultServerName(entry: ServerEntry, args: Arguments): string {
  const [, operand] = args.operands;
  const text = operand === undefined ? programName(entry) : hostName(readUrl(operand));
  const name = text.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return name.slice(0, maxNameLength) || 'tools';
}

/** The longest name that `--name` accepts. */
const maxNameLength = 64;

function hostName({ hostname, port, protocol }: URL): string {
  const isLocal = /^(?:localhost|127\.|\[)/.test(hostname);
  return isLocal
    ? `local-${port || (protocol === 'https:' ? '443' : '80')}`
    : hostname.replace(/^(?:mcp|www|api)\./, '');
}

const script = /\.(?:[cm]?[jt]s|py)$/;

function programName(entry: ServerEntry): string {
  const words = 'command' in entry ? [entry.command, ...entry.args] : [];
  // Without a script, the last operand of a command such as `npx` is most likely its package.
  const file = words.find((word) => script.test(word)) ?? words.findLast((word) => !word.startsWith('-')) ?? '';
  return file.replace(/^.*[\\/]/, '').replace(script, '');
}
