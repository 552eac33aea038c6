import { join } from 'node:path';
import type { Host, Places, ServerEntry } from './host.ts';

type Remote = Extract<ServerEntry, { readonly url: string }>;
type Local = Extract<ServerEntry, { readonly command: string }>;

/** Members that say nothing are left out, as people write these files. */
const filled = (members: Readonly<Record<string, object | string | boolean>>): object =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0),
  );

const command = ({ command: program, args, env }: Local): object => filled({ command: program, args, env });
const address =
  (member: string, more: Readonly<Record<string, string | boolean | object>> = {}) =>
  ({ url, headers }: Remote): object =>
    filled({ ...more, [member]: url, headers });

const inProject =
  (...path: readonly string[]) =>
  ({ folder }: Places): string =>
    join(folder, ...path);
const atHome =
  (...path: readonly string[]) =>
  ({ home }: Places): string =>
    join(home, ...path);

/** Where programs with a window keep their settings on each system. */
const inSettings =
  (...path: readonly string[]) =>
  ({ platform, home, environment }: Places): string => {
    if (platform === 'darwin') return join(home, 'Library', 'Application Support', ...path);
    if (platform === 'win32') return join(environment['APPDATA'] || join(home, 'AppData', 'Roaming'), ...path);
    return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), ...path);
  };

/** Every host that `toolwire configure` knows. */
export const hosts: readonly Host[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    format: 'json',
    member: 'mcpServers',
    files: { project: inProject('.mcp.json'), user: atHome('.claude.json') },
    scope: 'project',
    remote: address('url', { type: 'http' }),
    local: command,
    next: 'Start Claude Code again, and agree to the server.',
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    member: 'mcpServers',
    files: { user: inSettings('Claude', 'claude_desktop_config.json') },
    scope: 'user',
    local: command,
    next: 'Quit Claude Desktop, and start it again.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    member: 'mcpServers',
    files: { project: inProject('.cursor', 'mcp.json'), user: atHome('.cursor', 'mcp.json') },
    scope: 'project',
    remote: address('url'),
    local: command,
    next: 'Turn the server on in the settings of Cursor.',
  },
  {
    name: 'vscode',
    title: 'Visual Studio Code',
    format: 'json',
    member: 'servers',
    files: { project: inProject('.vscode', 'mcp.json'), user: inSettings('Code', 'User', 'mcp.json') },
    scope: 'project',
    remote: address('url', { type: 'http' }),
    local: (entry) => ({ type: 'stdio', ...command(entry) }),
    next: 'Start the server where the file shows it.',
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
    remote: ({ url, headers }) => filled({ url, http_headers: headers }),
    local: command,
    next: 'Start Codex again.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    member: 'mcpServers',
    files: { project: inProject('.gemini', 'settings.json'), user: atHome('.gemini', 'settings.json') },
    scope: 'user',
    remote: address('httpUrl'),
    local: command,
    next: 'Start Gemini CLI again.',
  },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    format: 'json',
    member: 'mcpServers',
    files: { user: atHome('.copilot', 'mcp-config.json') },
    scope: 'user',
    remote: address('url', { type: 'http', tools: ['*'] }),
    local: (entry) => ({ type: 'local', tools: ['*'], ...command(entry) }),
    next: 'Start Copilot CLI again.',
  },
  {
    name: 'opencode',
    title: 'opencode',
    format: 'json',
    member: 'mcp',
    files: { project: inProject('opencode.json'), user: atHome('.config', 'opencode', 'opencode.json') },
    scope: 'project',
    remote: address('url', { type: 'remote', enabled: true }),
    local: ({ command: program, args, env }) =>
      filled({ type: 'local', enabled: true, command: [program, ...args], environment: env }),
    next: 'Start opencode again.',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    member: 'mcpServers',
    files: { user: atHome('.codeium', 'windsurf', 'mcp_config.json') },
    scope: 'user',
    remote: address('serverUrl'),
    local: command,
    next: 'Refresh the servers in Windsurf.',
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'json',
    member: 'context_servers',
    files: { project: inProject('.zed', 'settings.json'), user: inSettings('zed', 'settings.json') },
    scope: 'user',
    remote: address('url'),
    local: command,
    next: 'Zed sees it by itself.',
  },
];

/** The forms in which a server stands in the file of a host. */
export function formOf(host: Host, entry: ServerEntry): object {
  if ('command' in entry) return host.local(entry);
  if (host.remote === undefined) throw new RangeError(`${host.title} takes no addresses.`);
  return host.remote(entry);
}
