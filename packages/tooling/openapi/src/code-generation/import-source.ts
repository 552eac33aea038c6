import type { ContractDiff } from '@toolwire/contract';
import { checkNames, type NamesOf, recordOf, textOf } from '@toolwire/internal';
import { documentUrl } from '../call/server-url.ts';
import type { UnsupportedOperation } from '../reader/document-model.ts';
import { parseDocument } from '../reader/parse-document.ts';
import { type ReadOpenApiOptions, readOpenApi } from '../reader/read-open-api.ts';
import { selectOperations } from '../tools/select-operations.ts';
import { createToolIds, toolkitName } from '../tools/tool-ids.ts';
import { toolAdvice, urlAdvice } from './advice.ts';
import { checkConfigValues, type ImportConfig } from './import-config.ts';
import { type ImportedTool, importedTool } from './imported-tool.ts';
import { packListing, unpackListing } from './lock-listing.ts';
import { type MergedFile, mergeFiles } from './merge-files.ts';
import { sourceFiles } from './source-files.ts';
import { withVersions } from './versions.ts';

/** Options of `importSource`. */
export interface ImportOptions extends ReadOpenApiOptions {
  /** The content of `import.json`. */
  readonly config: ImportConfig;
  /** The content of `import.lock.json`, which the last import wrote; `undefined` for the first import. */
  readonly lock: string | undefined;
  /** The source files of the folder by their names. */
  readonly current: ReadonlyMap<string, string>;
}

/** The result of an import: the files to write, and notes for the user. */
export interface ImportedSource {
  readonly files: readonly MergedFile[];
  /** The content of `import.lock.json`. */
  readonly lock: string;
  readonly toolIds: readonly string[];
  /** The changes of the tools since the last import. */
  readonly diff: ContractDiff;
  /** The chosen operations that can't become tools, each with its reason. */
  readonly unsupported: readonly UnsupportedOperation[];
  readonly advice: readonly string[];
  /** Violations of the OpenAPI specification in the document. */
  readonly problems: readonly string[];
}

const optionNames: NamesOf<ImportOptions> = {
  config: true,
  lock: true,
  current: true,
  files: true,
  validate: true,
  overlays: true,
};

/** Writes the chosen operations of a document as source files of tools, merged with the edits since the last import. */
export async function importSource(source: string | object, options: ImportOptions): Promise<ImportedSource> {
  checkNames('importSource()', options, optionNames);
  const { config, current, lock, ...readOptions } = options;
  checkConfigValues(config);
  const document = await readOpenApi(source, readOptions);
  const baseUrl = config.baseUrl ?? documentUrl(document);
  const selected = selectOperations(document, config.include, config.exclude ?? {});
  const idOf = createToolIds(toolkitName(config.toolkit, document.title));
  const imported = selected.operations.map((operation) => importedTool(operation, idOf, baseUrl));
  const earlier = lock === undefined ? {} : parseDocument('import.lock.json', lock);
  const { tools, listing, diff } = withVersions(imported.filter(isTool), unpackListing(earlier.listing));
  const written = sourceFiles(document, tools, {
    documentName: config.document.slice(config.document.lastIndexOf('/') + 1),
    baseUrl,
    extension: config.extension ?? '.ts',
  });
  const files = mergeFiles(textsIn(earlier.files), current, written.files);
  return {
    files,
    lock: lockText({ baseUrl, files: Object.fromEntries(written.files), listing: packListing(listing.tools) }),
    toolIds: tools.map(({ tool, version }) => `${tool.id}@${version}`),
    diff,
    unsupported: [...selected.unsupported, ...imported.filter((tool) => 'reason' in tool)],
    advice: [
      ...urlAdvice(baseUrl, config.baseUrl !== undefined, textOf(earlier.baseUrl)),
      ...toolAdvice(imported.filter(isTool), written.tooLarge),
    ],
    problems: document.problems,
  };
}

const lockNote = 'Written by toolwire import. Commit it, and do not edit it: the next import merges with it.';

function lockText(state: object): string {
  return `${JSON.stringify({ note: lockNote, ...state }, undefined, 1)}\n`;
}

function isTool(tool: ImportedTool | UnsupportedOperation): tool is ImportedTool {
  return 'operation' in tool;
}

function textsIn(files: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(recordOf(files));
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
