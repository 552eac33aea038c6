import { type NamesOf, nearestName, StartupError } from '@toolwire/internal';
import type { OpenApiDocument, Operation, UnsupportedOperation } from '../reader/document-model.ts';

/** Operations by tag, path or operation ID. An operation matches if any of the three lists names it. */
export interface OperationFilter {
  /** Tags, such as `['pets']`. */
  readonly tags?: readonly string[] | undefined;
  /** Paths, such as `/pets/{id}`, or the start of paths, such as `/pets/*`. */
  readonly paths?: readonly string[] | undefined;
  /** Operation IDs; for operations without one the method and the path, such as `get /pets`. */
  readonly operations?: readonly string[] | undefined;
}

export const filterNames: NamesOf<OperationFilter> = { tags: true, paths: true, operations: true };

/** Whether a filter has no name in any of its lists. */
export function isEmptyFilter({ tags = [], paths = [], operations = [] }: OperationFilter): boolean {
  return tags.length + paths.length + operations.length === 0;
}

/** The chosen operations of a document. */
export interface SelectedOperations {
  readonly operations: readonly Operation[];
  readonly unsupported: readonly UnsupportedOperation[];
}

/** Chooses operations. A name that the document doesn't have is an error at startup. */
export function selectOperations(
  { operations, unsupported }: OpenApiDocument,
  include: OperationFilter,
  exclude: OperationFilter,
): SelectedOperations {
  const allOperations = [...operations, ...unsupported];
  checkFilter('include', include, allOperations);
  checkFilter('exclude', exclude, allOperations);
  const isChosen = (operation: AnyOperation) => matches(operation, include) && !matches(operation, exclude);
  const named = new Set(include.operations);
  const broken = unsupported.find(({ id }) => named.has(id));
  if (broken !== undefined) {
    throw new StartupError('TW_OPENAPI_INCLUDE', `The operation '${broken.id}' can't become a tool. ${broken.reason}`);
  }
  return {
    // A hidden operation is a tool only if its ID is included.
    operations: operations.filter(
      (operation) => isChosen(operation) && (!operation.extension.isHidden || named.has(operation.id)),
    ),
    unsupported: unsupported.filter(isChosen),
  };
}

type AnyOperation = Operation | UnsupportedOperation;

function matches(operation: AnyOperation, { tags = [], paths = [], operations = [] }: OperationFilter): boolean {
  return (
    operations.includes(operation.id) ||
    paths.some((pattern) => matchesPath(operation.path, pattern)) ||
    operation.tags.some((tag) => tags.includes(tag))
  );
}

function matchesPath(path: string, pattern: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function checkFilter(option: string, filter: OperationFilter, operations: readonly AnyOperation[]): void {
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  const ids = new Set(operations.map(({ id }) => id));
  const paths = new Set(operations.map(({ path }) => path));
  for (const tag of filter.tags ?? []) if (!tags.has(tag)) throw unknownName(option, 'tag', tag, tags);
  for (const id of filter.operations ?? []) if (!ids.has(id)) throw unknownName(option, 'operation', id, ids);
  for (const pattern of filter.paths ?? []) {
    if (![...paths].some((path) => matchesPath(path, pattern))) throw unknownName(option, 'path', pattern, paths);
  }
}

function unknownName(option: string, kind: string, name: string, known: ReadonlySet<string>): StartupError {
  const hint = nameHint(`${kind}s`, name, known);
  return new StartupError('TW_OPENAPI_INCLUDE', `${option}: the document has no ${kind} '${name}'. ${hint}`);
}

/** Returns a hint for an unknown name: a similar one, or the first known ones of these `kinds`. */
export function nameHint(kinds: string, name: string, known: ReadonlySet<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined
    ? `Known ${kinds}: ${[...known].slice(0, 5).join(', ') || 'none'}.`
    : `Did you mean '${nearest}'?`;
}
