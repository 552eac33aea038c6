import manifest from '../../package.json' with { type: 'json' };

/** Who a server is that does not say: toolwire, in the version of this package. */
export const defaultServerInfo: { readonly name: string; readonly version: string } = {
  name: 'toolwire',
  version: manifest.version,
};
