import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isObject } from '@toolwire/internal';
import { mcpClients } from '../clients/client-table.ts';
import { configFormat } from '../clients/config-change.ts';
import { jsonConfig } from '../clients/json-config.ts';
import { type McpClient, type Scope, type SystemPaths, UnreadableConfig } from '../clients/mcp-client.ts';
import { scopes } from '../command-line/flags.ts';
import { countOf, safeLine } from '../terminal/terminal-text.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';
import { findServerProblem } from './server-problem.ts';

/** Checks whether the servers in the config files of MCP clients can be started or reached. */
export async function checkClients(paths: SystemPaths): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let servers = 0;
  const fail = (message: string, advice: string): void => void findings.push(problem('clients', message, advice));
  for (const { client, scope, file } of filesOf(paths)) {
    const config = await readServers(client, file);
    if (typeof config === 'string') {
      fail(`${client.title} cannot read ${file}: ${config}`, 'Fix the syntax of the file.');
      continue;
    }
    servers += config.servers.size;
    if (config.wrongMember !== undefined) {
      fail(
        `${file} has its servers in "${config.wrongMember}", which ${client.title} ignores`,
        `Rename "${config.wrongMember}" to "${client.member}".`,
      );
    }
    for (const [name, entry] of config.servers) {
      const serverProblem = await findServerProblem(client, name, entry, { scope, paths });
      if (serverProblem !== undefined) fail(`${file}: ${safeLine(name)} ${serverProblem.reason}`, serverProblem.advice);
    }
  }
  if (findings.length > 0) return findings;
  return servers === 0
    ? [skipped('clients', 'no MCP client has a server in its config')]
    : [ok('clients', `${countOf(servers, 'server')} in the config files of MCP clients`)];
}

function filesOf(
  paths: SystemPaths,
): readonly { readonly client: McpClient; readonly scope: Scope; readonly file: string }[] {
  return mcpClients.flatMap((client) =>
    scopes.flatMap((scope) => {
      const file = client.files[scope]?.(paths);
      return file !== undefined && existsSync(file) ? [{ client, scope, file }] : [];
    }),
  );
}

interface ConfigServers {
  readonly servers: ReadonlyMap<string, unknown>;
  /** The property of another client that the file has instead. */
  readonly wrongMember: string | undefined;
}

/** Reads the servers of a config file, or why it can't be read. */
async function readServers(client: McpClient, file: string): Promise<ConfigServers | string> {
  try {
    const text = await readFile(file, 'utf8');
    const servers = configFormat(client).servers(text);
    const others = ['mcpServers', 'servers'].filter((member) => member !== client.member);
    const wrongMember =
      client.format === 'json' && servers.size === 0
        ? others.find((member) => [...jsonConfig(member).servers(text).values()].some(isObject))
        : undefined;
    return { servers, wrongMember };
  } catch (thrown) {
    if (thrown instanceof UnreadableConfig) return thrown.message;
    if (thrown instanceof Error && 'syscall' in thrown) return 'the file is not readable';
    throw thrown;
  }
}
