import { exitCodes, usageError } from '../cli-error.ts';
import { formOf, mcpClients } from '../clients/client-table.ts';
import { applyChange, type ConfigChange, planServer, planUndo, showChange } from '../clients/config-change.ts';
import { type McpClient, type Scope, systemPaths } from '../clients/mcp-client.ts';
import { nameOf, serverEntry } from '../clients/server-entry.ts';
import type { Arguments, RunCommand } from '../help/command.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeJson, safeLines } from '../terminal/terminal-text.ts';

/** `toolwire configure CLIENT TARGET`. */
export const configure: RunCommand = async (given, terminal) => {
  const client = findClient(given.operands[0]);
  const file = given.value('file') ?? fileOf(client, scopeOf(client, given), terminal);
  const settings = connectionSettings(given, terminal);
  const change = given.has('undo')
    ? await planUndo({ client, file, name: undoneName(given), paths: systemPaths(terminal) })
    : await planFor(client, file, given, terminal);
  const isSame = change.before === change.after;
  if (!given.has('json')) {
    const shown = showChange(change.before ?? '', change.after ?? '');
    const note = change.after === undefined ? ' (will be deleted)' : change.before === undefined ? ' (new file)' : '';
    terminal.write(
      isSame ? `${file} is already up to date.\n` : safeLines(settings.mask(`${file}${note}\n${shown}\n`)),
    );
  }
  if (!isSame && change.hasCredentials === true) {
    terminal.note(
      `${file} will contain your credentials in plain text. Its mode is set to 0600, so only you can read it.\n`,
    );
  }
  const isWritten = !isSame && !given.has('dry-run') && (await isAgreed(given, terminal));
  const backup = isWritten ? await applyChange(change) : undefined;
  if (given.has('json')) {
    const state = isWritten ? (given.has('undo') ? 'undone' : 'written') : isSame ? 'same' : 'shown';
    terminal.write(`${safeJson({ client: client.name, file, name: change.name, state, backup: backup ?? null })}\n`);
  } else if (isWritten) {
    reportWritten(change, client, backup, given, terminal);
  }
  return isSame || isWritten || given.has('dry-run') ? exitCodes.success : exitCodes.failed;
};

function reportWritten(
  { name, restored }: ConfigChange,
  client: McpClient,
  backup: string | undefined,
  given: Arguments,
  { note }: Terminal,
): void {
  if (!given.has('undo')) {
    note(`${backup === undefined ? '' : `Backup: ${backup}\n`}${client.next}\n`);
    note(`To undo: npx @toolwire/cli configure ${client.name} --undo --name ${name}${fileFlags(given)}\n`);
  } else {
    note(
      restored === undefined
        ? 'The file has changed since, so only the server was removed.\n'
        : 'The file was restored.\n',
    );
  }
}

/** Repeats the flags that selected the file. */
function fileFlags(given: Arguments): string {
  const file = given.value('file');
  const scope = given.value('scope');
  if (file !== undefined) return ` --file ${JSON.stringify(file)}`;
  return scope === undefined ? '' : ` --scope ${scope}`;
}

async function planFor(client: McpClient, file: string, given: Arguments, terminal: Terminal): Promise<ConfigChange> {
  if (given.operands.length > 2) throw usageError('toolwire configure takes a CLIENT and one TARGET.');
  const entry = await serverEntry(client, given, connectionSettings(given, terminal));
  const hasCredentials = Object.keys('url' in entry ? entry.headers : entry.env).length > 0;
  if (hasCredentials && given.value('file') === undefined && scopeOf(client, given) === 'project') {
    throw usageError(
      `Credentials would be stored in ${file}, which belongs to the project and is often committed. ` +
        'Add --scope user to store them in your user config.',
    );
  }
  const name = readName(given.value('name') ?? nameOf(entry, given));
  return planServer({ client, file, name, paths: systemPaths(terminal) }, formOf(client, entry), hasCredentials);
}

function scopeOf(client: McpClient, given: Arguments): Scope {
  return readScope(given.value('scope')) ?? client.scope;
}

async function isAgreed(given: Arguments, { question, note }: Terminal): Promise<boolean> {
  if (given.has('yes')) return true;
  if (question === undefined) {
    throw usageError('Not an interactive terminal. Pass --yes to write, or --dry-run to preview.');
  }
  const answer = await question('Write this change? (y or n) ');
  if (/^\s*y(?:es)?\s*$/i.test(answer ?? '')) return true;
  note('Nothing was written.\n');
  return false;
}

function findClient(name: string | undefined): McpClient {
  const found = mcpClients.find((client) => client.name === name);
  if (found !== undefined) return found;
  const names = mcpClients.map((client) => client.name).join(', ');
  throw usageError(
    name === undefined
      ? `CLIENT is missing. Expected one of ${names}.`
      : `CLIENT must be one of ${names}, got '${name}'.`,
  );
}

function fileOf(client: McpClient, scope: Scope, terminal: Terminal): string {
  const find = client.files[scope];
  if (find === undefined) throw usageError(`${client.title} has no ${scope} config file. Omit --scope.`);
  return find(systemPaths(terminal));
}

function readScope(text: string | undefined): Scope | undefined {
  if (text === undefined || text === 'project' || text === 'user') return text;
  throw usageError(`--scope must be project or user, got '${text}'.`);
}

function readName(name: string): string {
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw usageError(`--name must be up to 64 letters, digits, _ and -, got '${name}'.`);
}

function undoneName(given: Arguments): string {
  const name = given.value('name');
  const [, typed] = given.operands;
  if (name !== undefined) return readName(name);
  if (typed === undefined && given.spawned.length === 0) {
    throw usageError('--undo needs --name.');
  }
  const [command = '', ...args] = given.spawned;
  return nameOf({ command, args, env: {} }, given);
}
