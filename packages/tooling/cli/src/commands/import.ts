import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { diffAsText } from '@toolwire/contract';
import type { ImportConfig, ImportedSource } from '@toolwire/openapi/source';
import { exitCodes, failure, isStartupError, messageOf, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { shellWord } from '../command-line/next-step.ts';
import { readIfExists } from '../files.ts';
import { readDocument, readFolder, readOverlays } from '../import/import-files.ts';
import { importReport } from '../import/import-report.ts';
import { loadOpenApi, type OpenApiSource } from '../import/load-open-api.ts';
import type { Option, Terminal } from '../terminal/terminal.ts';
import { safeJson, safeLine, safeLines } from '../terminal/terminal-text.ts';

const configFile = 'import.json';
const lockFile = 'import.lock.json';

/** `toolwire import DOCUMENT --out FOLDER`. Its flags are in `command-line/tool-commands.ts`. */
export const importTools: RunCommand = async (args, terminal) => {
  const [operand, ...more] = args.operands;
  if (more.length > 0 || args.spawned.length > 0) throw usageError('toolwire import takes one OpenAPI document.');
  const openApi = await loadOpenApi();
  const folder = args.value('out');
  const stored = folder === undefined ? undefined : await readIfExists(join(folder, configFile));
  const filter = { tags: args.values('tag'), paths: args.values('path'), operations: args.values('operation') };
  try {
    const before = stored === undefined ? undefined : openApi.readImportConfig(stored);
    const path = operand ?? (before === undefined || folder === undefined ? undefined : join(folder, before.document));
    if (path === undefined) throw usageError('toolwire import needs an OpenAPI document, such as openapi.yaml.');
    const overlays = args.values('overlay').map((overlay) => fromFolder(folder, overlay));
    const known = configOf(args, before, fromFolder(folder, path), overlays);
    let config = openApi.includeOperations(known, filter);
    const source = await readDocument(path);
    const reading = { files: source.files, overlays: await readOverlays(folder, config.overlays ?? []) };
    if (folder === undefined || args.has('search') || openApi.isEmptyFilter(config.include)) {
      const document = await openApi.readOpenApi(source.document, reading);
      const { operations, text } = openApi.listOperations(document, filter, args.value('search'));
      const mayChoose = folder !== undefined && !args.has('search') && !args.has('json');
      const chosen = mayChoose ? await terminal.chooseMany?.('Operations', operations.map(optionOf)) : undefined;
      if (folder === undefined || chosen === undefined || chosen.length === 0) {
        const help = openApi.isEmptyFilter(filter) ? selectionHelp(path, folder) : outHelp(args);
        showOperations({ operations, text }, help, args, terminal);
        return exitCodes.success;
      }
      config = openApi.includeOperations(known, { operations: chosen });
    }
    const imported = await openApi.importSource(source.document, {
      config,
      ...reading,
      lock: await readIfExists(join(folder, lockFile)),
      current: await readFolder(folder),
    });
    await writeFiles(folder, imported, openApi.importConfigText(config));
    const changes = stored === undefined ? '' : diffAsText(imported.diff);
    if (args.has('json')) terminal.write(`${safeJson(asJson(imported))}\n`);
    else terminal.note(safeLines(importReport(imported, folder, changes)));
    return imported.files.some(({ state }) => state === 'conflict') ? exitCodes.failed : exitCodes.success;
  } catch (thrown) {
    throw isStartupError(thrown) ? failure(messageOf(thrown)) : thrown;
  }
};

/** A path relative to the folder of the tools, with slashes on every system. */
function fromFolder(folder: string | undefined, path: string): string {
  return relative(resolve(folder ?? '.'), resolve(path))
    .split(sep)
    .join('/');
}

function configOf(
  args: Arguments,
  before: ImportConfig | undefined,
  document: string,
  overlays: readonly string[],
): ImportConfig {
  const allOverlays = [...new Set([...(before?.overlays ?? []), ...overlays])];
  return {
    include: {},
    ...before,
    document,
    ...(allOverlays.length > 0 && { overlays: allOverlays }),
    ...(args.has('toolkit') && { toolkit: args.value('toolkit') }),
    ...(args.has('base-url') && { baseUrl: args.value('base-url') }),
  };
}

/** Shows the operations of a document, when nothing is imported. */
function showOperations(
  { operations, text }: ReturnType<OpenApiSource['listOperations']>,
  help: string,
  args: Arguments,
  terminal: Terminal,
): void {
  if (args.has('json')) {
    const listed = operations.map(({ id, method, path, tags }) => ({ id, method, path, tags }));
    terminal.write(`${safeJson({ operations: listed })}\n`);
  } else {
    terminal.write(safeLines(text));
    terminal.note(safeLines(help));
  }
}

/** The data of an operation that its line shows. */
interface ListedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary?: string | undefined;
}

/** An operation in the list to choose from. Its search finds the ID, the method and the path. */
function optionOf({ id, method, path, summary }: ListedOperation): Option {
  const route = `${method.toUpperCase()} ${path}`;
  return {
    value: id,
    label: safeLine(id === `${method} ${path}` ? route : `${id}  ${route}`),
    hint: summary && safeLine(summary),
  };
}

function selectionHelp(document: string, folder: string = 'src/tools'): string {
  const command = `toolwire import ${shellWord(document)}`;
  return `
No operation is chosen. Choose some by tag, by path or by operation ID:

  ${command} --out ${shellWord(folder)} --tag TAG
  ${command} --out ${shellWord(folder)} --path '/orders/*' --operation ID
  ${command} --search 'words'
`;
}

function outHelp(args: Arguments): string {
  const change = args.has('search') ? 'Remove --search' : 'Add --out FOLDER, such as --out src/tools,';
  return `\nNothing is imported. ${change} to import these operations.\n`;
}

async function writeFiles(folder: string, { files, lock }: ImportedSource, configText: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { name, text, state } of files) {
      if (state === 'removed') await rm(join(folder, name));
      else if (text !== undefined) await writeFile(join(folder, name), text);
    }
    await writeFile(join(folder, configFile), configText);
    await writeFile(join(folder, lockFile), lock);
  } catch (cause) {
    throw failure(`${folder} can't be written: ${messageOf(cause)}`);
  }
}

function asJson({ files, toolIds, diff, unsupported, advice, problems }: ImportedSource): object {
  const states = files.map(({ name, state, conflicts }) => ({ name, state, conflicts }));
  return { files: states, tools: toolIds, diff, unsupported, advice, problems };
}
