import { type SourcedUse, withSources } from '../call/credentials.ts';
import type { ImportedTool } from './imported-tool.ts';
import { commentText, literalText } from './literal-text.ts';

/** Writes `http.ts`: the connection to the API, with the credentials that the tools use. */
export function httpText(title: string, baseUrl: string, tools: readonly ImportedTool[]): string {
  const uses = new Map(tools.flatMap((tool) => withSources(tool.security)).map((use) => [use.scheme.id, use]));
  const sortedUses = [...uses.values()].sort((use, other) => (use.scheme.id < other.scheme.id ? -1 : 1));
  const credentials = Object.fromEntries(sortedUses.map(credentialOf));
  const options = { baseUrl, ...(sortedUses.length > 0 && { credentials }) };
  const fields = Object.entries(options).map(([name, value]) => `  ${name}: ${literalText(value, '  ')},\n`);
  return `import { createApi } from '@toolwire/openapi/http';

/** The connection to ${commentText(title)}: its URL, its credentials and its limits. */
export const api = createApi({
${fields.join('')}});
`;
}

/** Returns the name and the options of a credential in `createApi()`. */
function credentialOf({ scheme, source }: SourcedUse): readonly [string, object] {
  const { id, ...schemeOptions } = scheme;
  return [id, { ...schemeOptions, ...source }];
}
