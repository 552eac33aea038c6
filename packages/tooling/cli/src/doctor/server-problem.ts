import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, isAbsolute, join, resolve as resolvePath } from 'node:path';
import { isHttpUrl, isLoopback, listOf, recordOf, stringOf } from '@toolwire/internal';
import { urlMembers } from '../clients/client-table.ts';
import type { McpClient, Scope, SystemPaths } from '../clients/mcp-client.ts';
import { shellWord } from '../command-line/next-step.ts';
import { safeLine } from '../terminal/terminal-text.ts';

/** Why a configured server can't work, and how to fix it. */
export interface ServerProblem {
  /** Follows the server's name in a sentence: "has neither a URL nor a command". */
  readonly reason: string;
  readonly advice: string;
}

interface ConfigLocation {
  readonly scope: Scope;
  readonly paths: SystemPaths;
}

export async function findServerProblem(
  client: McpClient,
  name: string,
  entry: unknown,
  location: ConfigLocation,
): Promise<ServerProblem | undefined> {
  const fields = recordOf(entry);
  const url = urlMembers.map((member) => fields[member]).find((value) => typeof value === 'string');
  const command = Array.isArray(fields['command']) ? fields['command'] : [fields['command'], ...listOf(fields['args'])];
  const [program, ...args] = command.filter((word) => typeof word === 'string');
  if (url !== undefined) return findUrlProblem(client, name, url);
  if (program === undefined || program === '') {
    return {
      reason: 'has neither a URL nor a command',
      advice: `Configure it again: toolwire configure ${client.name} TARGET --name ${shellWord(name)}`,
    };
  }
  const cwd = stringOf(fields['cwd']) || undefined;
  return findCommandProblem({ program, args, cwd }, location);
}

async function findUrlProblem(client: McpClient, name: string, url: string): Promise<ServerProblem | undefined> {
  if (client.remote === undefined) {
    return {
      reason: `has a URL, but ${client.title} supports only commands`,
      advice: `Use the bridge: toolwire configure ${client.name} ${shellWord(url)} --name ${shellWord(name)}`,
    };
  }
  // The client replaces variables. Elsewhere in a URL, a dollar sign can stand for itself.
  if (/\$\{|^\$/.test(url)) return undefined;
  if (!isHttpUrl(url)) {
    return {
      reason: `has the invalid URL '${safeLine(url)}'`,
      advice: 'Use a full URL, such as https://example.com/mcp.',
    };
  }
  const parsed = new URL(url);
  const { hostname, port, protocol } = parsed;
  if (
    !isLoopback(parsed) ||
    (await acceptsConnections(hostname.replaceAll(/[[\]]/g, ''), Number(port) || (protocol === 'https:' ? 443 : 80)))
  ) {
    return undefined;
  }
  return {
    reason: `is configured at ${safeLine(url)}, where no server is listening`,
    advice: 'Start the server, or remove it from the file.',
  };
}

const connectTimeoutMs = 2000;

function acceptsConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectTimeoutMs });
    const end = (isListening: boolean): void => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

interface ConfiguredCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder in which the client runs the command. Clients without this setting ignore it. */
  readonly cwd: string | undefined;
}

function findCommandProblem(
  { program, args, cwd }: ConfiguredCommand,
  { scope, paths }: ConfigLocation,
): ServerProblem | undefined {
  const isPath = /[\\/]/.test(program);
  const clientFolder = scope === 'user' ? undefined : paths.folder;
  const cwdProblem = cwd === undefined ? undefined : findPathProblem(cwd, clientFolder);
  if (cwdProblem !== undefined) return cwdProblem;
  const folder = cwd === undefined ? clientFolder : resolvePath(paths.folder, cwd);
  for (const file of [isPath ? program : undefined, scriptOf(program, args)]) {
    const isUnknown = file === undefined || (!isAbsolute(file) && hasVariable(cwd ?? ''));
    const pathProblem = isUnknown ? undefined : findPathProblem(file, folder);
    if (pathProblem !== undefined) return pathProblem;
  }
  if (isPath || hasVariable(program) || isInPath(program, paths)) return undefined;
  return {
    reason: `runs ${safeLine(program)}, which is not installed`,
    advice: `Install ${safeLine(program)}, or use the absolute path of the program.`,
  };
}

/** Checks a path. Without a folder, relative paths are a problem. */
function findPathProblem(path: string, folder: string | undefined): ServerProblem | undefined {
  if (hasVariable(path)) return undefined;
  if (!isAbsolute(path) && folder === undefined) {
    return {
      reason: `has the relative path ${safeLine(path)}, which depends on the folder that the client starts in`,
      advice: 'Use an absolute path.',
    };
  }
  if (existsSync(resolvePath(folder ?? '', path))) return undefined;
  return {
    reason: `has the path ${safeLine(path)}, which does not exist`,
    advice: 'Fix the path, or build the file.',
  };
}

const interpreter = /^(?:node|tsx|bun|deno|py|python[\d.]*)(?:\.exe)?$/i;

/** The script that an interpreter runs. Other programs, such as Docker, may read the path of a script in another folder. */
function scriptOf(program: string, args: readonly string[]): string | undefined {
  if (!interpreter.test(program.replace(/^.*[\\/]/, ''))) return undefined;
  const operand = args.find((word) => !word.startsWith('-') && word !== 'run');
  return operand !== undefined && /\.(?:[cm]?[jt]s|py)$/.test(operand) ? operand : undefined;
}

/** Whether the client replaces a variable in the word, such as `$NODE` or `${env:HOME}/server.mjs`. Its value is unknown here. */
function hasVariable(word: string): boolean {
  return word.includes('$');
}

function isInPath(program: string, { environment, platform }: SystemPaths): boolean {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  const endings = platform === 'win32' ? ['', ...(environment['PATHEXT'] ?? '.EXE;.CMD').split(';')] : [''];
  return folders.some(
    (folder) => folder !== '' && endings.some((ending) => existsSync(join(folder, program + ending))),
  );
}
