import { groupBy } from '@toolwire/internal';
import type { OpenApiDocument, Operation, UnsupportedOperation } from '../reader/document-model.ts';
import { isEmptyFilter, type OperationFilter, selectOperations } from './select-operations.ts';

type SearchedOperation = Pick<Operation, 'id' | 'method' | 'path' | 'tags' | 'summary' | 'description'>;

/** Operations for a user who chooses some of them. */
interface ListedOperations {
  readonly operations: readonly Operation[];
  /** The operations by tag, and the unsupported operations. */
  readonly text: string;
}

/** Lists the operations of a document that match the filter, if it isn't empty, and contain all words of `search`. */
export function listOperations(
  document: OpenApiDocument,
  filter: OperationFilter,
  search: string = '',
): ListedOperations {
  const { operations, unsupported } = isEmptyFilter(filter) ? document : selectOperations(document, filter, {});
  const searchWords = search.toLowerCase().split(/\s+/u);
  const matches = (operation: SearchedOperation) => searchWords.every((word) => searchText(operation).includes(word));
  const matching = operations.filter(matches);
  return { operations: matching, text: operationsText(matching, unsupported.filter(matches)) };
}

function operationsText(operations: readonly Operation[], unsupported: readonly UnsupportedOperation[]): string {
  const byTag = groupBy(operations, ({ tags: [tag = ''] }) => tag);
  const width = Math.min(40, Math.max(0, ...operations.map(({ id }) => id.length)));
  const groups = [...byTag].map(([tag, members]) => {
    const head = `${tag === '' ? 'Without a tag' : tag} (${members.length})`;
    return `${head}\n${members.map((operation) => `  ${lineOf(operation, width)}\n`).join('')}`;
  });
  if (unsupported.length > 0) {
    const lines = unsupported.map(({ id, reason }) => `  ${id}: ${reason}\n`);
    groups.push(`Unsupported (${unsupported.length})\n${lines.join('')}`);
  }
  return groups.join('\n');
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
