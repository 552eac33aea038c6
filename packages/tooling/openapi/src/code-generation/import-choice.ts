import { checkChoice, checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import { recordOf } from '../base/json.ts';
import { isServerUrl } from '../call/server-url.ts';
import { parseDocument } from '../reader/parse-document.ts';
import { filterNames, type OperationFilter } from '../tools/select-operations.ts';

/** What is imported, and how: the content of `import.json`, which people may edit. */
export interface ImportChoice {
  /** The path of the document, relative to the folder of the tools. */
  readonly document: string;
  /** The paths of overlays, which change the document before it is read. */
  readonly overlays?: readonly string[] | undefined;
  readonly include: OperationFilter;
  readonly exclude?: OperationFilter | undefined;
  /** The first part of the tool IDs; the title of the API by default. */
  readonly toolkit?: string | undefined;
  /** The URL of the API; the first server of the document by default. */
  readonly baseUrl?: string | undefined;
  /** The extension of relative imports; `.ts` by default. */
  readonly extension?: '.ts' | '.js' | undefined;
}

const names: NamesOf<ImportChoice> = {
  document: true,
  overlays: true,
  include: true,
  exclude: true,
  toolkit: true,
  baseUrl: true,
  extension: true,
};

/** Reads `import.json`. */
export function readImportChoice(text: string): ImportChoice {
  const given = parseDocument('import.json', text);
  checkNames('import.json', given, names);
  const { document, overlays, include, exclude, toolkit, baseUrl, extension } = given;
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
  const choice = { document, overlays, ...filters, toolkit, baseUrl, extension: extensionOf(extension) };
  checkChoiceValues(choice);
  return choice;
}

function readFilter(field: 'include' | 'exclude', filter: unknown): OperationFilter {
  checkNames(`${field} in import.json`, filter, filterNames);
  const lists = recordOf(filter);
  const wrong = Object.keys(lists).find((name) => !isListOrNothing(lists[name]));
  if (wrong !== undefined) throw wrongField(`${field}.${wrong}`, 'a list of names', '["orders"]');
  return lists;
}

/** Checks what would fail only when the written files run. */
export function checkChoiceValues({ toolkit, baseUrl }: ImportChoice): void {
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

/** Returns `undefined` without an `extension` in the file, so that an import without changes writes the same file. */
function extensionOf(extension: unknown): '.ts' | '.js' | undefined {
  if (extension === undefined) return undefined;
  return extension === '.js' ? '.js' : '.ts';
}

/** A choice with more operations. */
export function addToChoice(choice: ImportChoice, more: OperationFilter): ImportChoice {
  const { include } = choice;
  const both = (one: readonly string[] = [], other: readonly string[] = []) => [...new Set([...one, ...other])];
  return {
    ...choice,
    include: {
      tags: both(include.tags, more.tags),
      paths: both(include.paths, more.paths),
      operations: both(include.operations, more.operations),
    },
  };
}

/** Writes `import.json`, without empty lists. */
export function choiceText({ include, ...rest }: ImportChoice): string {
  const lists = Object.entries(include).filter(
    ([, list]: [string, readonly string[] | undefined]) => (list ?? []).length > 0,
  );
  const { document, ...others } = rest;
  return `${JSON.stringify({ document, include: Object.fromEntries(lists), ...others }, undefined, 2)}\n`;
}

/** Whether a filter names anything. */
export function isEmptyFilter({ tags = [], paths = [], operations = [] }: OperationFilter): boolean {
  return tags.length + paths.length + operations.length === 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isListOrNothing(value: unknown): value is readonly string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every(isText));
}
