import type { McpOptions } from '@toolwire/mcp';
import type { ToolServerOptions } from '@toolwire/server';

interface KnownVerifier {
  readonly scheme?: string | undefined;
  readonly header?: string | undefined;
  readonly parts?: readonly KnownVerifier[] | undefined;
}

/** The security schemes of OpenAPI that the verifiers of a server accept. A custom verifier without `header` has none. */
export function securitySchemesOf(
  auth: ToolServerOptions['auth'],
  mcp: McpOptions | false | undefined,
): Readonly<Record<string, object>> {
  if (auth === undefined) return {};
  const issuers = mcp === undefined || mcp === false ? [] : (mcp.authorization?.authorizationServers ?? []);
  const verifier: KnownVerifier = 'anonymous' in auth ? auth.verifier : auth;
  return Object.fromEntries((verifier.parts ?? [verifier]).flatMap((part) => schemeOf(part, issuers)));
}

function schemeOf({ scheme, header }: KnownVerifier, issuers: readonly string[]): readonly [string, object][] {
  if (header === undefined) return [];
  if (header !== 'authorization') return [[header, { type: 'apiKey', in: 'header', name: header }]];
  if (scheme === 'basic') return [['basic', { type: 'http', scheme: 'basic' }]];
  const description = issuers.length === 0 ? {} : { description: `A token of ${issuers.join(' or ')}.` };
  return [['bearer', { type: 'http', scheme: 'bearer', ...description }]];
}
