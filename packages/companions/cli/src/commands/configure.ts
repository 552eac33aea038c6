import { exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command.ts';
import { applyChange, type ConfigChange, planServer, planUndo } from '../hosts/config-change.ts';
import type { Host, Scope } from '../hosts/host.ts';
import { formOf, hosts } from '../hosts/host-table.ts';
import { placesOf } from '../hosts/places.ts';
import { nameOf, serverEntry } from '../hosts/server-entry.ts';
import { showChange } from '../hosts/show-change.ts';
import { safeJson, safeLines } from '../safe-text.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { Terminal } from '../terminal.ts';

/** `toolwire configure HOST TARGET`. */
export const configure: RunCommand = async (given, terminal) => {
  const host = findHost(given.operands[0]);
  const file = given.value('file') ?? fileOf(host, given.value('scope'), terminal);
  const settings = connectionSettings(given, terminal);
  const change = given.has('undo')
    ? await planUndo(host, file, undoneName(given))
    : await planFor(host, file, given, terminal);
  const isSame = change.before === change.after;
  if (!given.has('json')) {
    const shown = showChange(change.before ?? '', change.after ?? '');
    const what =
      change.after === undefined ? ', which is taken away' : change.before === undefined ? ', which is new' : '';
    terminal.write(isSame ? `${file} says so already.\n` : safeLines(settings.mask(`${file}${what}\n${shown}\n`)));
  }
  const isWritten = !isSame && !given.has('dry-run') && (await isAgreed(given, terminal));
  const backup = isWritten ? await applyChange(change) : undefined;
  if (given.has('json')) {
    const state = isWritten ? (given.has('undo') ? 'undone' : 'written') : isSame ? 'same' : 'shown';
    terminal.write(`${safeJson({ host: host.name, file, name: change.name, state, backup: backup ?? null })}\n`);
  } else if (isWritten) {
    tellWritten(change, host, backup, given, terminal);
  }
  return isSame || isWritten || given.has('dry-run') ? exitCodes.well : exitCodes.failed;
};

function tellWritten(
  { name, restored }: ConfigChange,
  host: Host,
  backup: string | undefined,
  given: Arguments,
  { note }: Terminal,
): void {
  if (!given.has('undo')) {
    note(`${backup === undefined ? '' : `What there was is in ${backup}. `}${host.next}\n`);
    note(`npx @toolwire/cli configure ${host.name} --undo --name ${name}${placeAsTyped(given)} takes it back.\n`);
  } else {
    note(
      restored === undefined
        ? 'The file has changed since, so only the server is taken out.\n'
        : 'The file is as it was before.\n',
    );
  }
}

/** Which file it was, in words of the command line: it is looked for in the usual one otherwise. */
function placeAsTyped(given: Arguments): string {
  const file = given.value('file');
  const scope = given.value('scope');
  if (file !== undefined) return ` --file ${JSON.stringify(file)}`;
  return scope === undefined ? '' : ` --scope ${scope}`;
}

async function planFor(host: Host, file: string, given: Arguments, terminal: Terminal): Promise<ConfigChange> {
  if (given.operands.length > 2) throw usageError('toolwire configure takes a HOST and one TARGET.');
  const entry = await serverEntry(host, given, connectionSettings(given, terminal));
  return planServer(host, file, readName(given.value('name') ?? nameOf(entry, given)), formOf(host, entry));
}

async function isAgreed(given: Arguments, { question, note }: Terminal): Promise<boolean> {
  if (given.has('yes')) return true;
  if (question === undefined) {
    throw usageError('Nobody can be asked here: --yes writes it, and --dry-run only shows it.');
  }
  const answer = await question('Write this? (y or n) ');
  if (/^\s*y(?:es)?\s*$/i.test(answer ?? '')) return true;
  note('Nothing is written.\n');
  return false;
}

function findHost(name: string | undefined): Host {
  const found = hosts.find((host) => host.name === name);
  if (found !== undefined) return found;
  const names = hosts.map((host) => host.name).join(', ');
  throw usageError(
    name === undefined ? `There is no HOST: give one of ${names}.` : `HOST is one of ${names}, not '${name}'.`,
  );
}

function fileOf(host: Host, typed: string | undefined, terminal: Terminal): string {
  const scope = readScope(typed) ?? host.scope;
  const find = host.files[scope];
  if (find === undefined) throw usageError(`${host.title} has no file for a ${scope}: leave --scope out.`);
  return find(placesOf(terminal));
}

function readScope(text: string | undefined): Scope | undefined {
  if (text === undefined || text === 'project' || text === 'user') return text;
  throw usageError(`--scope is project or user, not '${text}'.`);
}

function readName(name: string): string {
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw usageError(`--name has letters, digits, _ and -, up to 64, and '${name}' has others.`);
}

function undoneName(given: Arguments): string {
  const name = given.value('name');
  const [, typed] = given.operands;
  if (name !== undefined) return readName(name);
  if (typed === undefined && given.spawned.length === 0) {
    throw usageError('--name says which server is to be taken back.');
  }
  const [command = '', ...args] = given.spawned;
  return nameOf({ command, args, env: {} }, given);
}
