import { exitCodes, usageError } from '../cli-error.ts';
import { configEntryOf, mcpClients } from '../clients/client-table.ts';
import { applyChange, type ConfigChange, type ConfigTarget, planServer, planUndo } from '../clients/config-change.ts';
import { describeChange } from '../clients/describe-change.ts';
import { type McpClient, type Scope, type SystemPaths, systemPaths } from '../clients/mcp-client.ts';
import { defaultServerName, serverEntry } from '../clients/server-entry.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { scopes } from '../command-line/flags.ts';
import { shellWord } from '../command-line/next-step.ts';
import { type ConnectionSettings, connectionSettings } from '../target/connection-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeJson, safeLines } from '../terminal/terminal-text.ts';

/** `toolwire configure CLIENT TARGET`. Its flags are in `command-line/server-commands.ts`. */
export const configure: RunCommand = async (args, terminal) => {
  const client = findClient(args.operands[0]);
  if (args.has('file') && args.has('scope')) throw usageError('Pass --scope or --file, not both.');
  const isUndo = args.has('undo');
  const paths = systemPaths(terminal);
  const scope = readScope(args.value('scope')) ?? client.scope;
  const file = args.value('file') ?? fileOf(client, scope)(paths);
  const settings = connectionSettings(args, terminal);
  const change = isUndo
    ? await planUndo({ client, file, name: undoneName(args), paths })
    : await planAddition({ client, file, paths }, scope, args, settings);
  const isSame = change.before === change.after;
  const description = safeLines(settings.mask(describeChange(change)));
  if (!args.has('json')) terminal.write(description);
  if (!isSame && change.hasCredentials === true) {
    terminal.note(
      `${file} will contain your credentials in plain text. Its mode is set to 0600, so only you can read it.\n`,
    );
  }
  const isWritten = !isSame && !args.has('dry-run') && (await isAgreed(description, args, terminal));
  const backup = isWritten ? await applyChange(change) : undefined;
  if (args.has('json')) {
    const writtenState = isUndo ? 'undone' : 'written';
    const unwrittenState = isSame ? 'same' : 'shown';
    const state = isWritten ? writtenState : unwrittenState;
    terminal.write(`${safeJson({ client: client.name, file, name: change.name, state, backup: backup ?? null })}\n`);
  } else if (isWritten) {
    const undone =
      change.restored === undefined
        ? 'The file has changed since, so only the server was removed.'
        : 'The file was restored.';
    terminal.note(isUndo ? `${undone}\n` : describeNextSteps(change, client, backup, args));
  }
  return isSame || isWritten || args.has('dry-run') ? exitCodes.success : exitCodes.failed;
};

function describeNextSteps(
  { name }: ConfigChange,
  client: McpClient,
  backup: string | undefined,
  args: Arguments,
): string {
  const undo = `npx @toolwire/cli configure ${client.name} --undo --name ${name}${fileFlags(args)}`;
  return `${backup === undefined ? '' : `Backup: ${backup}\n`}${client.next}\nTo undo: ${undo}\n`;
}

function fileFlags(args: Arguments): string {
  const file = args.value('file');
  const scope = args.value('scope');
  if (file !== undefined) return ` --file ${shellWord(file)}`;
  return scope === undefined ? '' : ` --scope ${scope}`;
}

async function planAddition(
  target: Omit<ConfigTarget, 'name'>,
  scope: Scope,
  args: Arguments,
  settings: ConnectionSettings,
): Promise<ConfigChange> {
  if (args.operands.length > 2) throw usageError('toolwire configure takes a CLIENT and one TARGET.');
  const { client, file } = target;
  const entry = await serverEntry(client, args, settings);
  const hasCredentials = Object.keys('url' in entry ? entry.headers : entry.env).length > 0;
  if (hasCredentials && args.value('file') === undefined && scope === 'project') {
    throw usageError(
      `Credentials would be stored in ${file}, which belongs to the project and is often committed. ` +
        'Add --scope user to store them in your user config.',
    );
  }
  const name = readName(args.value('name') ?? defaultServerName(entry, args));
  return planServer({ ...target, name }, configEntryOf(client, entry), hasCredentials);
}

async function isAgreed(description: string, args: Arguments, { question, note }: Terminal): Promise<boolean> {
  if (args.has('yes')) return true;
  if (question === undefined) {
    throw usageError('Not an interactive terminal. Pass --yes to write, or --dry-run to preview.');
  }
  // The output is only JSON, so the user has not seen the change yet.
  if (args.has('json')) note(description);
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

function fileOf(client: McpClient, scope: Scope): (paths: SystemPaths) => string {
  const find = client.files[scope];
  if (find === undefined) throw usageError(`${client.title} has no ${scope} config file. Omit --scope.`);
  return find;
}

function readScope(text: string | undefined): Scope | undefined {
  const scope = scopes.find((name) => name === text);
  // Both are undefined without the flag.
  if (text === scope) return scope;
  throw usageError(`--scope must be ${scopes.join(' or ')}, got '${text}'.`);
}

function readName(name: string): string {
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw usageError(`--name must be up to 64 letters, digits, _ and -, got '${name}'.`);
}

function undoneName(args: Arguments): string {
  const name = args.value('name');
  const [, operand] = args.operands;
  if (name !== undefined) return readName(name);
  if (operand === undefined && args.spawned.length === 0) throw usageError('--undo needs --name.');
  const [command = '', ...commandArgs] = args.spawned;
  return defaultServerName({ command, args: commandArgs, env: {} }, args);
}
