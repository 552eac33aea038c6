import manifest from '../package.json' with { type: 'json' };

/** The range of packages that are released together with this one. */
export const ownRange = `^${manifest.version}`;

/** What new code depends on besides; a test holds these to the versions that the workspace is tested with. */
export const ranges = {
  '@types/koa-mount': '^4.0.5',
  '@types/node': '^20.19.43',
  'koa-mount': '^4.2.0',
  tsx: '^4.23.15',
  typescript: '^6.0.3',
  zod: '^4.6.7',
} as const;
