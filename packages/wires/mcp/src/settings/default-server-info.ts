import manifest from '../../package.json' with { type: 'json' };

/** The `serverInfo` of a server that gives none: toolwire, in the version of this package. */
export const defaultServerInfo: { readonly name: string; readonly version: string } = {
  name: 'toolwire',
  version: manifest.version,
};
