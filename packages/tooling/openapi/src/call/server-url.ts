import { parseUrl, StartupError } from '@toolwire/internal';
import type { ApiServer, OpenApiDocument, Operation } from '../reader/document-model.ts';

/**
 * Returns the URL of the server for an operation: its own first server, otherwise `baseUrl`, otherwise the first server of the document.
 * A relative URL is resolved against `baseUrl`, as if that ended with a slash.
 */
export function serverUrlOf(operation: Operation, baseUrl: string | undefined): string {
  const base = baseUrl === undefined ? undefined : checkedUrl(baseUrl);
  const [server] = operation.servers;
  if (base !== undefined && !operation.hasOwnServers) return base;
  if (server === undefined) throw missingUrl(operation.id);
  const url = filledUrl(server);
  if (parseUrl(url) !== undefined) return checkedUrl(url);
  if (base === undefined) throw missingUrl(operation.id);
  return checkedUrl(parseUrl(url, `${base}/`)?.href ?? url);
}

/** Returns why an operation can't be sent to the first server that it lists. */
export function ownServerProblem(operation: Operation, baseUrl: string | undefined): string | undefined {
  const [server] = operation.servers;
  if (!operation.hasOwnServers || server === undefined) return undefined;
  if (validUrlOf(operation, baseUrl) !== undefined) return undefined;
  return `Its server URL '${server.url}' must be an http or https URL without credentials, query and fragment, with a default for each variable. If it is relative, set baseUrl.`;
}

/** Returns the URL of the API, if its document has a valid one. */
export function documentUrl({ operations }: OpenApiDocument): string | undefined {
  const operation = operations.find(({ hasOwnServers }) => !hasOwnServers);
  return operation && validUrlOf(operation, undefined);
}

function validUrlOf(operation: Operation, baseUrl: string | undefined): string | undefined {
  try {
    return serverUrlOf(operation, baseUrl);
  } catch (thrown) {
    if (!(thrown instanceof StartupError)) throw thrown;
    return undefined;
  }
}

function missingUrl(id: string): StartupError {
  return serverError(`The document has no absolute server URL for '${id}'. Set baseUrl to the URL of the API.`);
}

function serverError(message: string): StartupError {
  return new StartupError('TW_OPENAPI_SERVER', message);
}

function filledUrl({ url, variables }: ApiServer): string {
  return url.replaceAll(/\{([^{}]*)\}/gu, (_, name: string) => {
    const value = variables.get(name) ?? '';
    if (value !== '') return value;
    throw serverError(
      `The server URL '${url}' has the variable '${name}' without a default. Set baseUrl to the URL of the API.`,
    );
  });
}

/** Checks the URL of a server, and returns it without a slash at its end. */
export function checkedUrl(text: string): string {
  if (isServerUrl(text)) return new URL(text).href.replace(/\/$/u, '');
  throw serverError('The server URL must be an http or https URL without credentials, query and fragment.');
}

/** Whether the path of an operation can be appended to a URL. */
export function isServerUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url === undefined) return false;
  const { protocol, username, password, href } = url;
  const isHttp = protocol === 'https:' || protocol === 'http:';
  // In `href`, because `search` and `hash` don't show an empty query or fragment.
  return isHttp && username === '' && password === '' && !/[?#]/u.test(href);
}
