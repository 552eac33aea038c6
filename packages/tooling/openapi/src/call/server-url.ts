import { StartUpError } from '@toolwire/internal';
import type { ApiServer, Operation } from '../reader/operation.ts';

/** How the URLs of servers are chosen. */
export interface ServerChoice {
  /** The URL of the API, in place of the servers of the document. */
  readonly baseUrl: string | undefined;
  /** Values for variables in the URLs of servers. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The URL of the server that an operation is sent to: the first one that is declared. */
export function serverUrlOf(operation: Operation, { baseUrl, variables }: ServerChoice): string {
  const base = baseUrl === undefined ? undefined : checkedUrl(baseUrl);
  const [server] = operation.servers;
  if (base !== undefined && !operation.hasOwnServers) return base;
  if (server === undefined) throw missingUrl(operation.id);
  const url = filledUrl(server, variables);
  if (URL.canParse(url)) return checkedUrl(url);
  if (base === undefined) throw missingUrl(operation.id);
  return checkedUrl(new URL(url, base).href);
}

/** Why an operation with its own servers can't be sent to the first of them. */
export function ownServerProblem(operation: Operation, choice: ServerChoice): string | undefined {
  const [server] = operation.servers;
  if (!operation.hasOwnServers || server === undefined) return undefined;
  try {
    serverUrlOf(operation, choice);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof StartUpError)) throw thrown;
    return `Its server URL '${server.url}' must be a URL without credentials and query, with a default for each variable. If it is relative, set baseUrl.`;
  }
}

function missingUrl(id: string): StartUpError {
  return new StartUpError(
    'TW_OPENAPI_SERVER',
    `The document has no absolute server URL for '${id}'. Set baseUrl to the URL of the API.`,
  );
}

function filledUrl({ url, variables }: ApiServer, values: Readonly<Record<string, string>>): string {
  return url.replaceAll(/\{([^{}]*)\}/gu, (_, name: string) => {
    const variable = variables.get(name);
    const value = Object.hasOwn(values, name) ? values[name] : variable?.default;
    if (value === undefined || value === '') {
      throw new StartUpError(
        'TW_OPENAPI_SERVER',
        `The server URL '${url}' has the variable '${name}' without a value. Set it in serverVariables.`,
      );
    }
    const choices = variable?.choices ?? [];
    if (choices.length > 0 && !choices.includes(value)) {
      throw new StartUpError(
        'TW_OPENAPI_SERVER',
        `The variable '${name}' of the server URL is '${value}'. It must be one of ${choices.join(', ')}.`,
      );
    }
    return value;
  });
}

/** The URL of a server, without a slash at its end. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (
    url === undefined ||
    !isHttp ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new StartUpError(
      'TW_OPENAPI_SERVER',
      `The server URL must be an http or https URL without credentials, query and fragment.`,
    );
  }
  return url.href.replace(/\/$/u, '');
}
