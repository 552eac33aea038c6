import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { diffAsText } from '@toolwire/contract';
import type { ImportChoice, ImportedSource } from '@toolwire/openapi/source';
import { exitCodes, failure, messageOf, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { readDocument, readFolder, readIfExists, readOverlays } from '../import/import-files.ts';
import { importReport } from '../import/import-report.ts';
import { loadOpenApi } from '../import/load-open-api.ts';
import { safeJson, safeLines } from '../terminal/terminal-text.ts';

const choiceFile = 'import.json';
const lockFile = 'import.lock.json';

/** `toolwire import DOCUMENT --out FOLDER`. */
export const importTools: RunCommand = async (given, terminal) => {
  const [typed, ...more] = given.operands;
  if (more.length > 0) throw usageError('toolwire import takes one OpenAPI document.');
  const openApi = await loadOpenApi();
  const folder = given.value('out');
  const stored = folder === undefined ? undefined : await readIfExists(join(folder, choiceFile));
  const filter = { tags: given.values('tag'), paths: given.values('path'), operations: given.values('operation') };
  try {
    const before = stored === undefined ? undefined : openApi.readImportChoice(stored);
    const path = typed ?? (before === undefined || folder === undefined ? undefined : join(folder, before.document));
    if (path === undefined) throw usageError('toolwire import needs an OpenAPI document, such as openapi.yaml.');
    const overlays = given.values('overlay').map((overlay) => fromFolder(folder, overlay));
    const choice = openApi.addToChoice(choiceOf(given, before, fromFolder(folder, path), overlays), filter);
    const source = await readDocument(path);
    const overlayTexts = await readOverlays(folder, choice.overlays ?? []);
    const reading = { files: source.files, overlays: overlayTexts };
    if (folder === undefined || openApi.isEmptyFilter(choice.include)) {
      const document = await openApi.readOpenApi(source.document, reading);
      const list = openApi.operationList(document, given.value('search'));
      const { operations } = document;
      const ids = operations.map(({ id, method, path: at, tags }) => ({ id, method, path: at, tags }));
      terminal.write(given.has('json') ? `${safeJson({ operations: ids })}\n` : safeLines(list));
      if (!given.has('json')) terminal.note(safeLines(howToChoose(path, folder)));
      return exitCodes.success;
    }
    const imported = await openApi.importSource(source.document, {
      choice,
      ...reading,
      lock: await readIfExists(join(folder, lockFile)),
      current: await readFolder(folder),
    });
    await writeFiles(folder, imported, openApi.choiceText(choice));
    const changes = stored === undefined ? '' : diffAsText(imported.diff);
    if (given.has('json')) terminal.write(`${safeJson(asJson(imported))}\n`);
    else terminal.note(safeLines(importReport(imported, folder, changes)));
    return imported.files.some(({ state }) => state === 'conflict') ? exitCodes.failed : exitCodes.success;
  } catch (thrown) {
    throw isStartUpError(thrown) ? failure(messageOf(thrown)) : thrown;
  }
};

function isStartUpError(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('TW_');
}

/** A path relative to the folder of the tools, with slashes on every system. */
function fromFolder(folder: string | undefined, path: string): string {
  return relative(resolve(folder ?? '.'), resolve(path))
    .split(sep)
    .join('/');
}

function choiceOf(
  given: Arguments,
  before: ImportChoice | undefined,
  document: string,
  overlays: readonly string[],
): ImportChoice {
  const all = [...new Set([...(before?.overlays ?? []), ...overlays])];
  return {
    include: {},
    ...before,
    document,
    ...(all.length > 0 && { overlays: all }),
    ...(given.has('toolkit') && { toolkit: given.value('toolkit') }),
    ...(given.has('base-url') && { baseUrl: given.value('base-url') }),
  };
}

function howToChoose(document: string, folder: string = 'src/tools'): string {
  return `
No operation is chosen. Choose some by tag, by path or by operation ID:

  toolwire import ${document} --out ${folder} --tag TAG
  toolwire import ${document} --out ${folder} --path '/orders/*' --operation ID
  toolwire import ${document} --search 'words'
`;
}

async function writeFiles(folder: string, { files, lock }: ImportedSource, choice: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { name, text, state } of files) {
      if (state === 'removed') await rm(join(folder, name));
      else if (text !== undefined) await writeFile(join(folder, name), text);
    }
    await writeFile(join(folder, choiceFile), choice);
    await writeFile(join(folder, lockFile), lock);
  } catch (cause) {
    throw failure(`${folder} can't be written: ${messageOf(cause)}`);
  }
}

function asJson({ files, toolIds, diff, unsupported, advice, problems }: ImportedSource): object {
  const states = files.map(({ name, state, conflicts }) => ({ name, state, conflicts }));
  return { files: states, tools: toolIds, diff, unsupported, advice, problems };
}
