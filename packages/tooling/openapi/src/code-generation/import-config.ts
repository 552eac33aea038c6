import { checkChoice, checkNames, type NamesOf, recordOf, StartupError } from '@toolwire/internal';
import { isServerUrl } from '../call/server-url.ts';
import { parseDocument } from '../reader/parse-document.ts';
import { filterNames, type OperationFilter } from '../tools/select-operations.ts';

/** The content of `import.json`, which users may edit: the operations to import, and settings. */
export interface ImportConfig {
  /** The path of the document, relative to the folder of the tools. */
  readonly document: string;
  /** The paths of overlays, which change the document before it is read. */
  readonly overlays?: readonly string[] | undefined;
  readonly include: OperationFilter;
  readonly exclude?: OperationFilter | undefined;
  /** The first part of the tool IDs. Default: the title of the API. */
  readonly toolkit?: string | undefined;
  /** The URL of the API. Default: the first server of the document. */
  readonly baseUrl?: string | undefined;
  /** The extension of relative imports. Default: `.ts`. */
  readonly extension?: '.ts' | '.js' | undefined;
}

const names: NamesOf<ImportConfig> = {
  document: true,
  overlays: true,
  include: true,
  exclude: true,
  toolkit: true,
  baseUrl: true,
  extension: true,
};

/** Reads `import.json`. */
export function readImportConfig(text: string): ImportConfig {
  const fields = parseDocument('import.json', text);
  checkNames('import.json', fields, names);
  const { document, overlays, include, exclude, toolkit, baseUrl, extension } = fields;
  if (!isText(document)) throw wrongField('document', 'the path of the OpenAPI document', '"../openapi.yaml"');
  if (!isListOrNothing(overlays)) throw wrongField('overlays', 'a list of paths', '["../overlay.yaml"]');
  if (include === undefined) throw wrongField('include', 'the operations to import', '{ "tags": ["orders"] }');
  if (extension !== undefined) checkChoice('extension in import.json', extension, ['.ts', '.js']);
  if (toolkit !== undefined && !isText(toolkit)) {
    throw wrongField('toolkit', 'the first part of the tool IDs', '"Shop"');
  }
  if (baseUrl !== undefined && !isText(baseUrl)) throw wrongUrl();
  const filters = {
    include: readFilter('include', include),
    ...(exclude !== undefined && { exclude: readFilter('exclude', exclude) }),
  };
  const config = {
    document,
    overlays,
    ...filters,
    toolkit,
    baseUrl,
    extension: extension as ImportConfig['extension'],
  };
  checkConfigValues(config);
  return config;
}

function readFilter(field: 'include' | 'exclude', filter: unknown): OperationFilter {
  checkNames(`${field} of import.json`, filter, filterNames);
  const lists = recordOf(filter);
  const wrong = Object.keys(lists).find((name) => !isListOrNothing(lists[name]));
  if (wrong !== undefined) throw wrongField(`${field}.${wrong}`, 'a list of names', '["orders"]');
  return lists;
}

/** Checks values whose errors would appear only when the written files run. */
export function checkConfigValues({ toolkit, baseUrl }: ImportConfig): void {
  if (baseUrl !== undefined && !isServerUrl(baseUrl)) throw wrongUrl();
  if (toolkit !== undefined && !/^[A-Za-z]\w*$/u.test(toolkit)) {
    throw new StartupError(
      'TW_OPENAPI_IMPORT',
      `The toolkit '${toolkit}' must begin with a letter, and have only letters, digits and underscores.`,
    );
  }
}

function wrongField(field: string, expected: string, example: string): StartupError {
  return new StartupError('TW_OPENAPI_IMPORT', `${field} in import.json must be ${expected}, such as ${example}.`);
}

function wrongUrl(): StartupError {
  return wrongField(
    'baseUrl',
    'the http or https URL of the API, without credentials, query and fragment',
    '"https://api.example.com"',
  );
}

/** Returns the config with more operations to import. */
export function includeOperations(config: ImportConfig, more: OperationFilter): ImportConfig {
  const { include } = config;
  const merged = (list: readonly string[] = [], moreItems: readonly string[] = []) => [
    ...new Set([...list, ...moreItems]),
  ];
  return {
    ...config,
    include: {
      tags: merged(include.tags, more.tags),
      paths: merged(include.paths, more.paths),
      operations: merged(include.operations, more.operations),
    },
  };
}

/** Writes `import.json`, without empty lists. */
export function importConfigText({ document, include, ...settings }: ImportConfig): string {
  const lists = Object.entries(include).filter(
    ([, list]: [string, readonly string[] | undefined]) => (list ?? []).length > 0,
  );
  return `${JSON.stringify({ document, include: Object.fromEntries(lists), ...settings }, undefined, 2)}\n`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isListOrNothing(value: unknown): value is readonly string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every(isText));
}
