import { ToolError } from '@toolwire/errors';
import { isRecord, type JsonRecord } from '../base/json.ts';
import type { Operation } from '../reader/operation.ts';
import { type ApiRequest, buildRequest } from '../request/build-request.ts';
import type { Authentication } from './credentials.ts';
import type { PagingPlan } from './paging.ts';

/** One page: its JSON, and the `Link` header of its response. */
export interface Page {
  readonly value: unknown;
  readonly link: string | null;
}

/** How the pages of one call are read. */
export interface PageReader {
  readonly paging: PagingPlan;
  readonly operation: Operation;
  readonly authentication: Authentication;
  readonly baseUrl: string;
  readonly input: JsonRecord;
  readonly maxCharacters: number;
  /** The characters of a page in the result. */
  readonly sizeOf: (value: unknown) => number;
  readonly read: (request: ApiRequest) => Promise<Page>;
}

/** The next page, and what a caller sets to get it. */
interface NextPage {
  readonly request: ApiRequest;
  readonly hint: string;
}

/** The last page with the items of all pages, and a note where there are more. */
export interface JoinedPages {
  readonly value: unknown;
  readonly note?: string;
}

/** Reads the pages after the first one, within the limits. */
export async function followPages(first: Page, request: ApiRequest, reader: PageReader): Promise<JoinedPages> {
  const { paging, maxCharacters, sizeOf, read } = reader;
  const items = itemsOf(first, paging);
  let size = sizeOf(first.value);
  if (items === undefined || size > maxCharacters) return { value: first.value };
  const all = [...items];
  let page = first;
  let next = nextPage(page, request, 1, reader);
  for (let count = 1; next !== undefined && count < paging.maxPages; count += 1) {
    const following = await read(next.request);
    const more = itemsOf(following, paging);
    if (more === undefined) throw new ToolError(`Page ${count + 1} of the list has another form than the first page.`);
    size += sizeOf(following.value);
    // A result that fits is better than one that is cut.
    if (size > maxCharacters) break;
    all.push(...more);
    page = following;
    const isLast = more.length === 0 && isCounted(paging);
    next = isLast ? undefined : nextPage(page, next.request, count + 1, reader);
  }
  const value = paging.items === undefined ? all : withItems(page.value, paging.items.split('.'), all);
  if (next === undefined || paging.isExact) return { value };
  return { value, note: `There may be more items. ${next.hint}` };
}

/** Whether pages are numbered, so that an empty page is the only sign of the end. */
function isCounted({ parameter, from }: PagingPlan): boolean {
  return parameter !== undefined && from === undefined;
}

function itemsOf({ value }: Page, { items }: PagingPlan): readonly unknown[] | undefined {
  const found = items === undefined ? value : valueAt(value, items);
  return Array.isArray(found) ? (found as readonly unknown[]) : undefined;
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((part: unknown, name) => (isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined), value);
}

function nextPage(page: Page, request: ApiRequest, count: number, reader: PageReader): NextPage | undefined {
  const { paging, operation, baseUrl, input } = reader;
  const { selector, from } = paging;
  const value = from === undefined ? undefined : valueAt(page.value, from);
  if (selector === undefined) {
    const link = from === undefined ? nextLink(page.link) : value;
    return typeof link === 'string' && link !== '' ? linkedPage(link, request, reader) : undefined;
  }
  const selected = from === undefined ? firstPage(input[selector.field], selector.schema) + count : value;
  if ((typeof selected !== 'string' && typeof selected !== 'number') || selected === '') return undefined;
  return {
    request: buildRequest(operation, { ...input, [selector.field]: selected }, baseUrl),
    hint: `Set ${selector.name} to ${JSON.stringify(selected)} for the next page.`,
  };
}

function firstPage(given: unknown, schema: unknown): number {
  const page = given ?? (isRecord(schema) ? schema['default'] : undefined) ?? 1;
  return Number(page);
}

/** The page at a URL that the API returned. Credentials are sent to it, so it must be of the same server. */
function linkedPage(link: string, request: ApiRequest, { operation, authentication }: PageReader): NextPage {
  const url = URL.canParse(link, request.url) ? new URL(link, request.url) : undefined;
  if (url?.origin !== new URL(request.url).origin) throw new ToolError('The API names a next page on another server.');
  const before = new URL(request.url).searchParams;
  // The credentials are added to each request.
  for (const name of new Set(url.searchParams.keys())) {
    if (authentication.isCredential({ in: 'query', name })) url.searchParams.delete(name);
  }
  const changed = operation.parameters.find(
    (one) => one.in === 'query' && before.get(one.name) !== url.searchParams.get(one.name),
  );
  const value = changed === undefined ? null : url.searchParams.get(changed.name);
  return {
    request: { ...request, url: url.href },
    hint:
      value === null
        ? 'Request less data, for example with a filter or a smaller page.'
        : `Set ${changed?.name} to ${JSON.stringify(value)} for the next page.`,
  };
}

function withItems(value: unknown, [name, ...rest]: readonly string[], items: readonly unknown[]): unknown {
  if (name === undefined) return items;
  return isRecord(value) ? { ...value, [name]: withItems(value[name], rest, items) } : value;
}

/** The URL with the relation `next` in a `Link` header (RFC 8288), such as `<https://api.example.com/a?page=2>; rel="next"`. */
export function nextLink(header: string | null): string | undefined {
  for (const [, url, parameters = ''] of (header ?? '').matchAll(/<([^<>]*)>([^<]*)/gu)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/iu.exec(parameters);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/u);
    if (relations.includes('next')) return url;
  }
  return undefined;
}
