import { type Fields, listOf, recordOf, stringsOf, textOf } from '@toolwire/internal';
import type { ApiServer } from './document-model.ts';

/** The server of a document without servers, relative to the URL of the API. */
export const defaultServer: ApiServer = { url: '/', variables: new Map() };

/** Reads the first list that has a server with a URL. Other lists count as absent. */
export function firstServers(...lists: readonly unknown[]): readonly ApiServer[] | undefined {
  return lists.map(readServers).find(({ length }) => length > 0);
}

function readServers(servers: unknown): readonly ApiServer[] {
  return listOf(servers).flatMap((server) => {
    const { url } = recordOf(server);
    // An empty URL is valid: it is relative to the URL of the API.
    return typeof url !== 'string' ? [] : [{ url, variables: readVariables(recordOf(recordOf(server).variables)) }];
  });
}

function readVariables(variables: Fields): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).map(([name, variable]) => {
      const { default: value } = recordOf(variable);
      // YAML reads a port or a version as a number.
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

/** Builds the server of a document of OpenAPI 2.0 from its scheme, host and path. */
export function swaggerServer(document: Fields, schemesOfOperation: unknown): ApiServer {
  const basePath = textOf(document.basePath) ?? '/';
  const host = textOf(document.host);
  if (host === undefined) return { url: basePath, variables: new Map() };
  const schemes = stringsOf(schemesOfOperation ?? document.schemes).filter((scheme) => /^https?$/u.test(scheme));
  const scheme = schemes.includes('http') && !schemes.includes('https') ? 'http' : 'https';
  return { url: `${scheme}://${host}${basePath.startsWith('/') ? '' : '/'}${basePath}`, variables: new Map() };
}
