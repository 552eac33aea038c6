import type * as oauth from 'oauth4webapi';
import type { ProviderOptions } from './provider-options.ts';
import type { ProviderRequest } from './provider-request.ts';

/** Creates a reader of a provider's metadata: from the options, or discovered at the first read. After a failure the next read tries again. */
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
  const fromOpenId = await discoveryRequest(issuer, { ...request, algorithm: 'oidc' });
  const response =
    fromOpenId.status === 200 ? fromOpenId : await discoveryRequest(issuer, { ...request, algorithm: 'oauth2' });
  return processDiscoveryResponse(issuer, response);
}
