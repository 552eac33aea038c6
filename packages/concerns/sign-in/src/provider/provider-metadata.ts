import type * as oauth from 'oauth4webapi';
import type { ProviderOptions } from './provider-options.ts';
import type { ProviderRequest } from './provider-request.ts';

/** Returns the metadata of a provider from the options, or discovers it once; failures are retried. */
export function createMetadataReader(
  { issuer, endpoints }: ProviderOptions,
  library: typeof oauth,
  request: ProviderRequest,
): () => Promise<oauth.AuthorizationServer> {
  if (endpoints !== undefined) {
    const { authorization, token, revocation } = endpoints;
    const metadata = {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      ...(revocation !== undefined && { revocation_endpoint: revocation }),
    };
    return () => Promise.resolve(metadata);
  }
  let metadata: Promise<oauth.AuthorizationServer> | undefined;
  return () => {
    metadata ??= discover(library, new URL(issuer), request).catch((error: unknown) => {
      metadata = undefined;
      throw error;
    });
    return metadata;
  };
}

async function discover(
  { discoveryRequest, processDiscoveryResponse }: typeof oauth,
  issuer: URL,
  request: ProviderRequest,
): Promise<oauth.AuthorizationServer> {
  const [openid, plain] = ['oidc', 'oauth2'] as const;
  const first = await discoveryRequest(issuer, { ...request, algorithm: openid });
  const response = first.status === 200 ? first : await discoveryRequest(issuer, { ...request, algorithm: plain });
  return processDiscoveryResponse(issuer, response);
}
