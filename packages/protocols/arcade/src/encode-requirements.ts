import type { Requirements } from '@toolwire/core';

/** Encodes the provider and the secrets that a tool requires. Arcade supports one provider per tool, so only the first is sent. */
export function encodeRequirements({ authorization = [], secrets = [] }: Requirements = {}): object {
  const [provider] = authorization;
  return {
    authorization:
      provider === undefined
        ? null
        : {
            provider_id: provider.id,
            provider_type: 'oauth2',
            id: null,
            oauth2: { scopes: provider.oauth2?.scopes ?? null },
          },
    secrets: secrets.length === 0 ? null : secrets.map(({ id }) => ({ key: id })),
    metadata: null,
  };
}
