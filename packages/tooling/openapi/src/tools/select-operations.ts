import { type NamesOf, nearestName, StartupError } from '@toolwire/internal';
import type { OpenApiDocument, Operation, UnsupportedOperation } from '../reader/operation.ts';

/** Operations by tag, by path or by operation ID; one that any of the three names is taken. */
export interface OperationFilter {
  /** Tags, such as `['pets']`. */
  readonly tags?: readonly string[] | undefined;
  /** Paths, such as `/pets/{id}`, or the begin of paths, such as `/pets/*`. */
  readonly paths?: readonly string[] | undefined;
  /** Operation IDs; for operations without one the method and the path, such as `get /pets`. */
  readonly operations?: readonly string[] | undefined;
}

export const filterNames: NamesOf<OperationFilter> = { tags: true, paths: true, operations: true };

/** The operations of a document that were chosen. */
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
  const all = [...operations, ...unsupported];
  checkFilter('include', include, all);
  checkFilter('exclude', exclude, all);
  const isChosen = (one: Listed) => matches(one, include) && !matches(one, exclude);
  const named = new Set(include.operations);
  const broken = unsupported.find(({ id }) => named.has(id));
  if (broken !== undefined) {
    throw new StartupError('TW_OPENAPI_INCLUDE', `The operation '${broken.id}' can't become a tool. ${broken.reason}`);
  }
  return {
    // An operation that the document hides is a tool only where it is named.
    operations: operations.filter((one) => isChosen(one) && (!one.extension.isHidden || named.has(one.id))),
    unsupported: unsupported.filter(isChosen),
  };
}

type Listed = Operation | UnsupportedOperation;

function matches(one: Listed, { tags = [], paths = [], operations = [] }: OperationFilter): boolean {
  return (
    operations.includes(one.id) ||
    paths.some((pattern) => matchesPath(one.path, pattern)) ||
    one.tags.some((tag) => tags.includes(tag))
  );
}

function matchesPath(path: string, pattern: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function checkFilter(option: string, filter: OperationFilter, all: readonly Listed[]): void {
  const tags = new Set(all.flatMap((one) => one.tags));
  const ids = new Set(all.map(({ id }) => id));
  const paths = new Set(all.map(({ path }) => path));
  for (const tag of filter.tags ?? []) if (!tags.has(tag)) throw unknownName(option, 'tag', tag, tags);
  for (const id of filter.operations ?? []) if (!ids.has(id)) throw unknownName(option, 'operation', id, ids);
  for (const pattern of filter.paths ?? []) {
    if (![...paths].some((path) => matchesPath(path, pattern))) throw unknownName(option, 'path', pattern, paths);
  }
}

function unknownName(option: string, kind: string, name: string, known: ReadonlySet<string>): StartupError {
  const nearest = nearestName(name, known);
  const shown = [...known].slice(0, 5).join(', ');
  const hint = nearest === undefined ? `Known ${kind}s: ${shown || 'none'}.` : `Did you mean '${nearest}'?`;
  return new StartupError('TW_OPENAPI_INCLUDE', `${option}: the document has no ${kind} '${name}'. ${hint}`);
}
