import * as oauth from 'oauth4webapi';
import type { ProviderOptions } from './provider-options.ts';
import type { ProviderRequest } from './provider-request.ts';

/** Reads what a provider serves: as the app says, or asked once, and again where that has failed. */
export function createMetadataReader(
  { issuer, endpoints }: ProviderOptions,
  request: ProviderRequest,
): () => Promise<oauth.AuthorizationServer> {
  if (endpoints !== undefined) {
    const { authorization, token, revocation } = endpoints;
    const told = {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      ...(revocation !== undefined && { revocation_endpoint: revocation }),
    };
    return () => Promise.resolve(told);
  }
  let metadata: Promise<oauth.AuthorizationServer> | undefined;
  return () => {
    metadata ??= discover(new URL(issuer), request).catch((error: unknown) => {
      metadata = undefined;
      throw error;
    });
    return metadata;
  };
}

async function discover(issuer: URL, request: ProviderRequest): Promise<oauth.AuthorizationServer> {
  const [openid, plain] = ['oidc', 'oauth2'] as const;
  const first = await oauth.discoveryRequest(issuer, { ...request, algorithm: openid });
  const response =
    first.status === 200 ? first : await oauth.discoveryRequest(issuer, { ...request, algorithm: plain });
  return oauth.processDiscoveryResponse(issuer, response);
}
