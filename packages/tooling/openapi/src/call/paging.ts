import { ToolError } from '@toolwire/errors';
import {
  checkNames,
  checkNumber,
  type Fields,
  isObject,
  type NamesOf,
  own,
  parseUrl,
  StartupError,
} from '@toolwire/internal';
import type { Operation, Paging, Parameter } from '../reader/document-model.ts';
import { type ApiRequest, buildRequest } from '../request/build-request.ts';
import type { Authentication } from './credentials.ts';
import { requestLess } from './shape-result.ts';

const names: NamesOf<Paging> = { items: true, parameter: true, from: true, maxPages: true };

/** Paging with its limit, and the parameter that selects a page. */
export interface PagingPlan extends Paging {
  readonly maxPages: number;
  readonly selector: Parameter | undefined;
  /** Whether results must match a schema, so that no note can be added. */
  readonly isExact: boolean;
}

const defaultMaxPages = 5;

/** Returns the paging of an operation with its defaults. Throws a `StartupError` if it is invalid. */
export function planPaging(paging: Paging, operation: Operation, isExact: boolean): PagingPlan {
  checkPaging(paging, operation);
  const { maxPages = defaultMaxPages } = paging;
  return { ...paging, selector: selectorOf(paging, operation), isExact, maxPages };
}

/** Throws a `StartupError` if the paging is invalid, or doesn't match its operation. */
export function checkPaging(paging: Paging, operation: Operation): void {
  const option = `paging of '${operation.id}'`;
  checkNames(option, paging, names);
  const { method } = operation;
  const { parameter, maxPages = defaultMaxPages } = paging;
  if (method !== 'get') {
    throw pagingError(`${option} works only for GET, but the operation uses ${method.toUpperCase()}.`);
  }
  if (parameter !== undefined && selectorOf(paging, operation) === undefined) {
    throw pagingError(`${option} names the parameter '${parameter}', which is not in the query of the operation.`);
  }
  checkNumber(`maxPages of the ${option}`, maxPages, { whole: true, from: 1, to: 100 });
}

function selectorOf({ parameter }: Paging, { parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: location, name }) => location === 'query' && name === parameter);
}

function pagingError(message: string): StartupError {
  return new StartupError('TW_OPENAPI_PAGING', message);
}

/** A page: its JSON, and the `Link` header of its response. */
export interface Page {
  readonly value: unknown;
  readonly link: string | null;
}

/** How the pages of one call are read. */
interface PageReader {
  readonly paging: PagingPlan;
  readonly operation: Operation;
  readonly authentication: Authentication;
  readonly baseUrl: string;
  readonly input: Fields;
  readonly maxCharacters: number;
  /** Returns the number of characters that a page adds to the result. */
  readonly sizeOf: (value: unknown) => number;
  readonly read: (request: ApiRequest) => Promise<Page>;
}

/** The request for the next page, and a hint how the caller gets it. */
interface NextPage {
  readonly request: ApiRequest;
  readonly hint: string;
}

/** The last page with the items of all pages, and a note if there may be more. */
interface JoinedPages {
  readonly value: unknown;
  readonly note?: string;
}

/** Reads the pages after the first one, within the limits. */
export async function followPages(first: Page, request: ApiRequest, reader: PageReader): Promise<JoinedPages> {
  const { paging, maxCharacters, sizeOf, read } = reader;
  const items = itemsOf(first, paging);
  let size = sizeOf(first.value);
  if (items === undefined || size > maxCharacters) return { value: first.value };
  const allItems = [...items];
  let page = first;
  let next = findNextPage(page, items, request, 1, reader);
  for (let count = 1; next !== undefined && count < paging.maxPages; count += 1) {
    const nextPage = await read(next.request);
    const nextItems = itemsOf(nextPage, paging);
    if (nextItems === undefined) {
      throw new ToolError(`Page ${count + 1} of the list has another form than the first page.`);
    }
    size += sizeOf(nextPage.value);
    // Fewer pages are better than a result that is cut.
    if (size > maxCharacters) break;
    allItems.push(...nextItems);
    page = nextPage;
    next = findNextPage(page, nextItems, next.request, count + 1, reader);
  }
  const value = paging.items === undefined ? allItems : withItems(page.value, paging.items.split('.'), allItems);
  if (next === undefined || paging.isExact) return { value };
  return { value, note: `There may be more items. ${next.hint}` };
}

function itemsOf({ value }: Page, { items }: PagingPlan): readonly unknown[] | undefined {
  const list = items === undefined ? value : valueAt(value, items);
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined;
}

function valueAt(value: unknown, path: string): unknown {
  let part = value;
  for (const name of path.split('.')) part = own(part, name);
  return part;
}

/** Returns the page after `page`, which has these items and is the `count`th one. */
function findNextPage(
  page: Page,
  items: readonly unknown[],
  request: ApiRequest,
  count: number,
  reader: PageReader,
): NextPage | undefined {
  const { paging, operation, baseUrl, input } = reader;
  const { selector, from } = paging;
  const value = from === undefined ? undefined : valueAt(page.value, from);
  if (selector === undefined) {
    const link = from === undefined ? nextLink(page.link) : value;
    return typeof link === 'string' && link !== '' ? linkedPage(link, request, reader) : undefined;
  }
  // Where pages are counted, an empty page is the last one.
  if (from === undefined && items.length === 0) return undefined;
  const selected = from === undefined ? firstPageNumber(input[selector.field], selector.schema) + count : value;
  if (typeof selected !== 'string' && typeof selected !== 'number') return undefined;
  // A text that isn't a number, such as a cursor of the caller, can't be counted.
  if (selected === '' || Number.isNaN(selected)) return undefined;
  const next = buildRequest(operation, { ...input, [selector.field]: selected }, baseUrl);
  // Some APIs repeat the cursor of the last page.
  return next.url === request.url ? undefined : { request: next, hint: nextPageHint(selector.name, selected) };
}

function firstPageNumber(page: unknown, schema: unknown): number {
  return Number(page ?? own(schema, 'default') ?? 1);
}

/**
 * Returns the page at a URL of the API; `undefined` if that is the current page. It must be on the same server, because the request has
 * credentials.
 */
function linkedPage(
  link: string,
  request: ApiRequest,
  { operation, authentication }: PageReader,
): NextPage | undefined {
  const current = new URL(request.url);
  const url = parseUrl(link, request.url);
  if (url?.origin !== current.origin) throw new ToolError('The API names a next page on another server.');
  // Credentials are added to each request anyway.
  for (const name of new Set(url.searchParams.keys())) {
    if (authentication.isCredential({ in: 'query', name })) url.searchParams.delete(name);
  }
  if (url.href === current.href) return undefined;
  const changed = operation.parameters.find(
    ({ in: location, name }) => location === 'query' && current.searchParams.get(name) !== url.searchParams.get(name),
  );
  const value = changed === undefined ? null : url.searchParams.get(changed.name);
  const hint = changed === undefined || value === null ? requestLess : nextPageHint(changed.name, value);
  return { request: { ...request, url: url.href }, hint };
}

function nextPageHint(parameter: string, value: string | number): string {
  return `Set ${parameter} to ${JSON.stringify(value)} for the next page.`;
}

function withItems(value: unknown, [name, ...rest]: readonly string[], items: readonly unknown[]): unknown {
  if (name === undefined) return items;
  return isObject(value) ? { ...value, [name]: withItems(value[name], rest, items) } : value;
}

/** Returns the URL with the relation `next` in a `Link` header (RFC 8288), such as `<https://api.example.com/a?page=2>; rel="next"`. */
export function nextLink(header: string | null): string | undefined {
  for (const [, url, parameters = ''] of (header ?? '').matchAll(/<([^<>]*)>([^<]*)/gu)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/iu.exec(parameters);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/u);
    if (relations.includes('next')) return url;
  }
  return undefined;
}
