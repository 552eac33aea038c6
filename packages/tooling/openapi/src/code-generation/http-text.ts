import { withoutUndefined } from '../base/json.ts';
import { type SourcedUse, withSources } from '../call/credentials.ts';
import type { ImportedTool } from './imported-tool.ts';
import { commentText, literalText } from './literal-text.ts';

/** Writes `http.ts`: the connection to the API, with the credentials that the tools use. */
export function httpText(title: string, baseUrl: string, tools: readonly ImportedTool[]): string {
  const uses = new Map(tools.flatMap((tool) => withSources(tool.uses)).map((use) => [use.scheme.id, use]));
  const sorted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1));
  const credentials = Object.fromEntries(sorted.map(([id, use]) => [id, credentialOf(use)]));
  const options = withoutUndefined({ baseUrl, credentials: sorted.length === 0 ? undefined : credentials });
  const fields = Object.entries(options).map(([name, value]) => `  ${name}: ${literalText(value, '  ')},\n`);
  return `import { createApi } from '@toolwire/openapi/http';

/** The connection to ${commentText(title)}: its URL, its credentials and its limits. */
export const api = createApi({
${fields.join('')}});
`;
}

/** The credential of a scheme in the options of `createApi()`, which name the scheme by their key. */
function credentialOf({ scheme, source }: SourcedUse): object {
  const { id: _, ...how } = scheme;
  return { ...how, ...source };
}
