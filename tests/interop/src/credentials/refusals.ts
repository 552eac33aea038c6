import type { EndpointName } from './endpoints.ts';

/** The part of a response that differs between endpoints. */
export interface Refusal {
  readonly status: number;
  readonly challenge: string;
  readonly body: object;
}

const message = 'Valid credentials are required';
const metadata = 'resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp"';

/** Returns the WWW-Authenticate header of a refusal. */
function challengeOf(endpoint: EndpointName, reason: string): string {
  return endpoint.includes('MCP') ? `Bearer ${metadata}, scope="vault:list"${tokenError(reason)}` : 'Bearer';
}

/** ANS-08: MCP reports a rejected token, or an expired token if it is otherwise valid, and nothing more. */
function tokenError(reason: string): string {
  if (reason === 'no_credentials' || reason === 'not_bearer') return '';
  const description = reason === 'expired' ? 'The access token expired' : 'The access token is not accepted';
  return `, error="invalid_token", error_description="${description}"`;
}

/** Returns the refusal of an endpoint for invalid credentials. */
export function refusalAt(endpoint: EndpointName, reason: string): Refusal {
  const challenge = challengeOf(endpoint, reason);
  // E22, E23: Open Tool Calling answers every call that it refuses with 400.
  if (endpoint === 'a call over OTC') return { status: 400, challenge, body: { $schema: 'otc://1.0', message } };
  if (endpoint === 'the listing of OTC') return { status: 401, challenge, body: { $schema: 'otc://1.0', message } };
  if (endpoint === 'a call over Arcade') return { status: 401, challenge, body: { message } };
  if (!endpoint.includes('MCP')) return { status: 401, challenge, body: { detail: message } };
  const error = { code: -32600, message, data: { code: 'unauthenticated' } };
  return { status: 401, challenge, body: { jsonrpc: '2.0', error } };
}

/** The response to a caller with a valid token and without the scope of the tool. Other members are allowed. */
export function lackAt(endpoint: EndpointName): {
  readonly status: number;
  readonly challenge: string | undefined;
  readonly body: object;
} {
  const scopes = ['vault:open'];
  const lack = "Tool 'Vault_Open' needs the scope 'vault:open'";
  const challenge = 'Bearer error="insufficient_scope", scope="vault:open"';
  if (endpoint === 'a call over OTC') {
    const missing = { authorization: [{ id: 'bearer', oauth2: { scopes } }] };
    return { status: 400, challenge, body: { message: lack, missing_requirements: missing } };
  }
  if (endpoint.includes('Arcade')) {
    return { status: 200, challenge: undefined, body: { output: { requires_authorization: { scopes } } } };
  }
  const error = { code: -32600, message: lack, data: { code: 'insufficient_scope', scopes } };
  return { status: 403, challenge: `${challenge}, ${metadata}`, body: { jsonrpc: '2.0', id: 1, error } };
}
