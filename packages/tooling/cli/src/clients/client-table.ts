import { join } from 'node:path';
import type { McpClient, ServerEntry, SystemPaths } from './mcp-client.ts';

type Remote = Extract<ServerEntry, { readonly url: string }>;
type Local = Extract<ServerEntry, { readonly command: string }>;

/** Omits empty objects and lists. */
const withoutEmpty = (members: Readonly<Record<string, object | string | boolean>>): object =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0),
  );

const commandEntry = ({ command, args, env }: Local): object => withoutEmpty({ command, args, env });

/** The properties in which MCP clients store the URL of a server. */
export const urlMembers = ['url', 'httpUrl', 'serverUrl'] as const;

const urlEntry =
  (urlMember: (typeof urlMembers)[number], otherMembers: Readonly<Record<string, string | boolean | object>> = {}) =>
  ({ url, headers }: Remote): object =>
    withoutEmpty({ ...otherMembers, [urlMember]: url, headers });

const inProject =
  (...path: readonly string[]) =>
  ({ folder }: SystemPaths): string =>
    join(folder, ...path);
const atHome =
  (...path: readonly string[]) =>
  ({ home }: SystemPaths): string =>
    join(home, ...path);

/** The folder for settings of desktop apps on each operating system. */
const inSettings =
  (...path: readonly string[]) =>
  ({ platform, home, environment }: SystemPaths): string => {
    if (platform === 'darwin') return join(home, 'Library', 'Application Support', ...path);
    if (platform === 'win32') return join(environment['APPDATA'] || join(home, 'AppData', 'Roaming'), ...path);
    return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), ...path);
  };

/** Zed has its settings in the home folder on macOS too. */
const zedSettings = (paths: SystemPaths): string => {
  const settingsIn = paths.platform === 'darwin' ? atHome('.config', 'zed') : inSettings('zed');
  return join(settingsIn(paths), 'settings.json');
};

/** Every MCP client that `toolwire configure` supports. */
export const mcpClients: readonly McpClient[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    format: 'json',
    member: 'mcpServers',
    files: { project: inProject('.mcp.json'), user: atHome('.claude.json') },
    scope: 'project',
    remote: urlEntry('url', { type: 'http' }),
    local: commandEntry,
    next: 'Restart Claude Code and approve the server.',
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    member: 'mcpServers',
    files: { user: inSettings('Claude', 'claude_desktop_config.json') },
    scope: 'user',
    local: commandEntry,
    next: 'Restart Claude Desktop.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    member: 'mcpServers',
    files: { project: inProject('.cursor', 'mcp.json'), user: atHome('.cursor', 'mcp.json') },
    scope: 'project',
    remote: urlEntry('url'),
    local: commandEntry,
    next: 'Enable the server in the Cursor settings.',
  },
  {
    name: 'vscode',
    title: 'Visual Studio Code',
    format: 'json',
    member: 'servers',
    files: { project: inProject('.vscode', 'mcp.json'), user: inSettings('Code', 'User', 'mcp.json') },
    scope: 'project',
    remote: urlEntry('url', { type: 'http' }),
    local: (entry) => ({ type: 'stdio', ...commandEntry(entry) }),
    next: 'Start the server with the button in the config file.',
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    member: 'mcp_servers',
    files: {
      project: inProject('.codex', 'config.toml'),
      user: ({ home, environment }) => join(environment['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    },
    scope: 'user',
    remote: ({ url, headers }) => withoutEmpty({ url, http_headers: headers }),
    local: commandEntry,
    next: 'Restart Codex.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    member: 'mcpServers',
    files: { project: inProject('.gemini', 'settings.json'), user: atHome('.gemini', 'settings.json') },
    scope: 'user',
    remote: urlEntry('httpUrl'),
    local: commandEntry,
    next: 'Restart Gemini CLI.',
  },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    format: 'json',
    member: 'mcpServers',
    files: { user: atHome('.copilot', 'mcp-config.json') },
    scope: 'user',
    remote: urlEntry('url', { type: 'http', tools: ['*'] }),
    local: (entry) => ({ type: 'local', tools: ['*'], ...commandEntry(entry) }),
    next: 'Restart Copilot CLI.',
  },
  {
    name: 'opencode',
    title: 'opencode',
    format: 'json',
    member: 'mcp',
    files: { project: inProject('opencode.json'), user: atHome('.config', 'opencode', 'opencode.json') },
    scope: 'project',
    remote: urlEntry('url', { type: 'remote', enabled: true }),
    local: ({ command, args, env }) =>
      withoutEmpty({ type: 'local', enabled: true, command: [command, ...args], environment: env }),
    next: 'Restart opencode.',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    member: 'mcpServers',
    files: { user: atHome('.codeium', 'windsurf', 'mcp_config.json') },
    scope: 'user',
    remote: urlEntry('serverUrl'),
    local: commandEntry,
    next: 'Refresh the servers in Windsurf.',
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'json',
    member: 'context_servers',
    files: { project: inProject('.zed', 'settings.json'), user: zedSettings },
    scope: 'user',
    remote: urlEntry('url'),
    local: commandEntry,
    next: 'Zed loads the server automatically.',
  },
];

/** Converts an entry to the format of an MCP client. */
export function configEntryOf(client: McpClient, entry: ServerEntry): object {
  if ('command' in entry) return client.local(entry);
  if (client.remote === undefined) throw new RangeError(`${client.title} does not support URLs.`);
  return client.remote(entry);
}
