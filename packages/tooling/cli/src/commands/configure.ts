import { usageError } from '../cli-error.ts';
import { configEntryOf, mcpClients } from '../clients/client-table.ts';
import { applyChange, type ConfigChange, planServer, planUndo, showChange } from '../clients/config-change.ts';
import { type McpClient, type Scope, systemPaths } from '../clients/mcp-client.ts';
import { nameOf, serverEntry } from '../clients/server-entry.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { exitCodes } from '../exit-code.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeJson, safeLines } from '../terminal/terminal-text.ts';

/** `toolwire configure CLIENT TARGET`. */
export const configure: RunCommand = async (args, terminal) => {
  const client = findClient(args.operands[0]);
  if (args.has('file') && args.has('scope')) throw usageError('Pass --scope or --file, not both.');
  const file = args.value('file') ?? fileOf(client, scopeOf(client, args), terminal);
  const settings = connectionSettings(args, terminal);
  const change = args.has('undo')
    ? await planUndo({ client, file, name: undoneName(args), paths: systemPaths(terminal) })
    : await planFor(client, file, args, terminal);
  const isSame = change.before === change.after;
  if (!args.has('json')) {
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
  const isWritten = !isSame && !args.has('dry-run') && (await isAgreed(args, terminal));
  const backup = isWritten ? await applyChange(change) : undefined;
  if (args.has('json')) {
    const state = isWritten ? (args.has('undo') ? 'undone' : 'written') : isSame ? 'same' : 'shown';
    terminal.write(`${safeJson({ client: client.name, file, name: change.name, state, backup: backup ?? null })}\n`);
  } else if (isWritten) {
    reportWritten(change, client, backup, args, terminal);
  }
  return isSame || isWritten || args.has('dry-run') ? exitCodes.success : exitCodes.failed;
};

function reportWritten(
  { name, restored }: ConfigChange,
  client: McpClient,
  backup: string | undefined,
  args: Arguments,
  { note }: Terminal,
): void {
  if (!args.has('undo')) {
    note(`${backup === undefined ? '' : `Backup: ${backup}\n`}${client.next}\n`);
    note(`To undo: npx @toolwire/cli configure ${client.name} --undo --name ${name}${fileFlags(args)}\n`);
  } else {
    note(
      restored === undefined
        ? 'The file has changed since, so only the server was removed.\n'
        : 'The file was restored.\n',
    );
  }
}

/** Repeats the flags that selected the file. */
function fileFlags(args: Arguments): string {
  const file = args.value('file');
  const scope = args.value('scope');
  if (file !== undefined) return ` --file ${JSON.stringify(file)}`;
  return scope === undefined ? '' : ` --scope ${scope}`;
}

async function planFor(client: McpClient, file: string, args: Arguments, terminal: Terminal): Promise<ConfigChange> {
  if (args.operands.length > 2) throw usageError('toolwire configure takes a CLIENT and one TARGET.');
  const entry = await serverEntry(client, args, connectionSettings(args, terminal));
  const hasCredentials = Object.keys('url' in entry ? entry.headers : entry.env).length > 0;
  if (hasCredentials && args.value('file') === undefined && scopeOf(client, args) === 'project') {
    throw usageError(
      `Credentials would be stored in ${file}, which belongs to the project and is often committed. ` +
        'Add --scope user to store them in your user config.',
    );
  }
  const name = readName(args.value('name') ?? nameOf(entry, args));
  return planServer({ client, file, name, paths: systemPaths(terminal) }, configEntryOf(client, entry), hasCredentials);
}

function scopeOf(client: McpClient, args: Arguments): Scope {
  return readScope(args.value('scope')) ?? client.scope;
}

async function isAgreed(args: Arguments, { question, note }: Terminal): Promise<boolean> {
  if (args.has('yes')) return true;
  if (question === undefined) {
    throw usageError('Not an interactive terminal. Pass --yes to write, or --dry-run to preview.');
  }
  const answer = await question('Write this change? (y or n) ');
  if (/^\s*y(?:es)?\s*$/i.test(answer ?? '')) return true;
  note('Nothing was written.\n');
  return false;
}

function findClient(name: string | undefined): McpClient {
  const client = mcpClients.find((candidate) => candidate.name === name);
  if (client !== undefined) return client;
  const names = mcpClients.map((candidate) => candidate.name).join(', ');
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

function undoneName(args: Arguments): string {
  const name = args.value('name');
  const [, operand] = args.operands;
  if (name !== undefined) return readName(name);
  if (operand === undefined && args.spawned.length === 0) {
    throw usageError('--undo needs --name.');
  }
  const [command = '', ...commandArgs] = args.spawned;
  return nameOf({ command, args: commandArgs, env: {} }, args);
}
