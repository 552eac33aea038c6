import type { OpenApiDocument, Operation, UnsupportedOperation } from '../reader/operation.ts';
import { type OperationFilter, selectOperations } from '../tools/select-operations.ts';
import { isEmptyFilter } from './import-choice.ts';

type SearchedOperation = Pick<Operation, 'id' | 'method' | 'path' | 'tags' | 'summary' | 'description'>;

/** The operations that a user looks at before a choice. */
interface ListedOperations {
  readonly operations: readonly Operation[];
  /** The operations by tag, and those that can't become tools. */
  readonly text: string;
}

/** Lists the operations of a document: those of a filter, unless it is empty, that have all words of `search`. */
export function listOperations(
  document: OpenApiDocument,
  filter: OperationFilter,
  search: string = '',
): ListedOperations {
  const { operations, unsupported } = isEmptyFilter(filter) ? document : selectOperations(document, filter, {});
  const words = search.toLowerCase().split(/\s+/u);
  const isFound = (one: SearchedOperation) => words.every((word) => searchText(one).includes(word));
  const found = operations.filter(isFound);
  return { operations: found, text: textOf(found, unsupported.filter(isFound)) };
}

function textOf(operations: readonly Operation[], unsupported: readonly UnsupportedOperation[]): string {
  const byTag = new Map<string, Operation[]>();
  for (const one of operations) {
    const [tag = ''] = one.tags;
    const members = byTag.get(tag);
    if (members === undefined) byTag.set(tag, [one]);
    else members.push(one);
  }
  const width = Math.min(40, Math.max(0, ...operations.map(({ id }) => id.length)));
  const groups = [...byTag].map(([tag, members]) => {
    const head = `${tag === '' ? 'Without a tag' : tag} (${members.length})`;
    return `${head}\n${members.map((one) => `  ${lineOf(one, width)}\n`).join('')}`;
  });
  const others =
    unsupported.length > 0
      ? [`Unsupported (${unsupported.length})\n${unsupported.map(({ id, reason }) => `  ${id}: ${reason}\n`).join('')}`]
      : [];
  return [...groups, ...others].join('\n');
}

function searchText({ id, method, path, tags, summary = '', description = '' }: SearchedOperation): string {
  return [id, method, path, ...tags, summary, description].join(' ').toLowerCase();
}

function lineOf({ id, method, path, summary }: Operation, width: number): string {
  const about = summary === undefined ? '' : `  ${summary}`;
  // An operation without an operation ID is named after its method and path.
  if (id === `${method} ${path}`) return `${id}${about}`;
  return `${id.padEnd(width)}  ${method.toUpperCase()} ${path}${about}`;
}
