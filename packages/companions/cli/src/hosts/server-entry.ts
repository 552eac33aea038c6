import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { usageError } from '../cli-error.ts';
import type { Arguments } from '../command.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { readUrl } from '../target/find-target.ts';
import { isAddress, isAtMcp, openPreferringMcp } from '../target/prefer-mcp.ts';
import type { Host, ServerEntry } from './host.ts';

/** How a host is told of what was typed: as it is, or by a bridge where the host could not speak to it. */
export async function serverEntry(host: Host, given: Arguments, settings: ConnectionSettings): Promise<ServerEntry> {
  const [, typed] = given.operands;
  const [command, ...args] = given.spawned;
  if (typed === undefined && command !== undefined) return { command, args, env: {} };
  if (typed === undefined || command !== undefined || !isAddress(typed)) {
    throw usageError('Give the address of a server, or -- and the command of one that speaks MCP over stdio.');
  }
  const address = isAtMcp(typed, given) ? readUrl(typed).href : await mcpAddress(typed, given, settings);
  if (address === undefined || host.remote === undefined || given.has('bridge')) {
    return bridgeTo(address ?? readUrl(typed).href, given);
  }
  const token = given.value('token');
  return { url: address, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } };
}

/** The address at which MCP is spoken, where it is. */
async function mcpAddress(typed: string, given: Arguments, settings: ConnectionSettings): Promise<string | undefined> {
  const target = await openPreferringMcp(typed, given, settings);
  await target.close();
  return target.wire === 'mcp' ? target.address : undefined;
}

const handedOn = ['wire', 'auth', 'client-id', 'timeout', 'insecure'];
const secrets = [
  ['api-key', 'TOOLWIRE_API_KEY'],
  ['token', 'TOOLWIRE_TOKEN'],
  ['jwt-secret', 'TOOLWIRE_JWT_SECRET'],
  ['worker-secret', 'TOOLWIRE_WORKER_SECRET'],
] as const;

/** Credentials go along as variables, since everybody on the machine may read the arguments of a process. */
function bridgeTo(address: string, given: Arguments): ServerEntry {
  const flags = handedOn.flatMap((flag) => {
    const value = given.value(flag);
    if (!given.has(flag)) return [];
    return value === undefined || value === '' ? [`--${flag}`] : [`--${flag}`, value];
  });
  const run = ['npx', '-y', `@toolwire/cli@${manifest.version}`, 'bridge', address, ...flags];
  // Windows starts npx through its shell only.
  const [command = '', ...args] = process.platform === 'win32' ? ['cmd', '/c', ...run] : run;
  const env = secrets.flatMap(([flag, variable]) => {
    const value = given.value(flag);
    return value === undefined ? [] : [[variable, value] as const];
  });
  return { command, args, env: Object.fromEntries(env) };
}

/** A name for a server: its machine, or the file of its program. */
export function nameOf(entry: ServerEntry, given: Arguments): string {
  const [, typed] = given.operands;
  const text = typed === undefined ? programName(entry) : hostName(readUrl(typed));
  return text.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'tools';
}

function hostName({ hostname, port }: URL): string {
  const isHere = /^(?:localhost|127\.|\[)/.test(hostname);
  return isHere ? `local-${port === '' ? '80' : port}` : hostname.replace(/^(?:mcp|www|api)\./, '');
}

function programName(entry: ServerEntry): string {
  const words = 'command' in entry ? [entry.command, ...entry.args] : [];
  const file = words.findLast((word) => !word.startsWith('-')) ?? '';
  return file.replace(/^.*[\\/]/, '').replace(/\.[cm]?[jt]s$|\.py$/, '');
}
