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

type ClientOptions = Pick<McpClient, 'name' | 'title' | 'files' | 'scope'> & Partial<McpClient>;

/** Most clients have a JSON file with the property `mcpServers`, and must be restarted. */
const createClient = (options: ClientOptions): McpClient => ({
  format: 'json',
  member: 'mcpServers',
  local: commandEntry,
  next: `Restart ${options.title}.`,
  ...options,
});

/** Every MCP client that `toolwire configure` supports. */
export const mcpClients: readonly McpClient[] = [
  createClient({
    name: 'claude',
    title: 'Claude Code',
    files: { project: inProject('.mcp.json'), user: atHome('.claude.json') },
    scope: 'project',
    remote: urlEntry('url', { type: 'http' }),
    next: 'Restart Claude Code and approve the server.',
  }),
  createClient({
    name: 'claude-desktop',
    title: 'Claude Desktop',
    files: { user: inSettings('Claude', 'claude_desktop_config.json') },
    scope: 'user',
  }),
  createClient({
    name: 'cursor',
    title: 'Cursor',
    files: { project: inProject('.cursor', 'mcp.json'), user: atHome('.cursor', 'mcp.json') },
    scope: 'project',
    remote: urlEntry('url'),
    next: 'Enable the server in the Cursor settings.',
  }),
  createClient({
    name: 'vscode',
    title: 'Visual Studio Code',
    member: 'servers',
    files: { project: inProject('.vscode', 'mcp.json'), user: inSettings('Code', 'User', 'mcp.json') },
    scope: 'project',
    remote: urlEntry('url', { type: 'http' }),
    local: (entry) => ({ type: 'stdio', ...commandEntry(entry) }),
    next: 'Start the server with the button in the config file.',
  }),
  createClient({
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
  }),
  createClient({
    name: 'gemini',
    title: 'Gemini CLI',
    files: { project: inProject('.gemini', 'settings.json'), user: atHome('.gemini', 'settings.json') },
    scope: 'user',
    remote: urlEntry('httpUrl'),
  }),
  createClient({
    name: 'copilot',
    title: 'Copilot CLI',
    files: { user: atHome('.copilot', 'mcp-config.json') },
    scope: 'user',
    remote: urlEntry('url', { type: 'http', tools: ['*'] }),
    local: (entry) => ({ type: 'local', tools: ['*'], ...commandEntry(entry) }),
  }),
  createClient({
    name: 'opencode',
    title: 'opencode',
    member: 'mcp',
    files: { project: inProject('opencode.json'), user: atHome('.config', 'opencode', 'opencode.json') },
    scope: 'project',
    remote: urlEntry('url', { type: 'remote', enabled: true }),
    local: ({ command, args, env }) =>
      withoutEmpty({ type: 'local', enabled: true, command: [command, ...args], environment: env }),
  }),
  createClient({
    name: 'windsurf',
    title: 'Windsurf',
    files: { user: atHome('.codeium', 'windsurf', 'mcp_config.json') },
    scope: 'user',
    remote: urlEntry('serverUrl'),
    next: 'Refresh the servers in Windsurf.',
  }),
  createClient({
    name: 'zed',
    title: 'Zed',
    member: 'context_servers',
    files: { project: inProject('.zed', 'settings.json'), user: zedSettings },
    scope: 'user',
    remote: urlEntry('url'),
    next: 'Zed loads the server automatically.',
  }),
];

export function configEntryOf(client: McpClient, entry: ServerEntry): object {
  if ('command' in entry) return client.local(entry);
  if (client.remote === undefined) throw new RangeError(`${client.title} does not support URLs.`);
  return client.remote(entry);
}
