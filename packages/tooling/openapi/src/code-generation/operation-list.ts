import type { OpenApiDocument, Operation } from '../reader/operation.ts';

/** The operations of a document as text, by tag, so that one can choose. `search` keeps those that have all of its words. */
export function operationList({ operations, unsupported }: OpenApiDocument, search: string = ''): string {
  const words = search.toLowerCase().split(/\s+/u);
  const found = operations.filter((one) => words.every((word) => searchText(one).includes(word)));
  const byTag = new Map<string, Operation[]>();
  for (const one of found) {
    const [tag = ''] = one.tags;
    byTag.set(tag, [...(byTag.get(tag) ?? []), one]);
  }
  const width = Math.min(40, Math.max(0, ...found.map(({ id }) => id.length)));
  const groups = [...byTag].map(([tag, members]) => {
    const head = `${tag === '' ? 'Without a tag' : tag} (${members.length})`;
    return `${head}\n${members.map((one) => `  ${lineOf(one, width)}\n`).join('')}`;
  });
  const others =
    search === '' && unsupported.length > 0
      ? [`Unsupported (${unsupported.length})\n${unsupported.map(({ id, reason }) => `  ${id}: ${reason}\n`).join('')}`]
      : [];
  return [...groups, ...others].join('\n');
}

function searchText({ id, method, path, tags, summary = '', description = '' }: Operation): string {
  return [id, method, path, ...tags, summary, description].join(' ').toLowerCase();
}

function lineOf({ id, method, path, summary }: Operation, width: number): string {
  const about = summary === undefined ? '' : `  ${summary}`;
  return `${id.padEnd(width)}  ${method.toUpperCase()} ${path}${about}`;
}
