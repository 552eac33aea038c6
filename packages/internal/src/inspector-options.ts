import type { DescribeForModels } from './model-description.ts';
import { StartUpError } from './start-up-error.ts';

/** Whoever may look, by the credentials of a request: a verifier of `@toolwire/auth`. */
interface InspectorVerifier {
  readonly challenge?: string | undefined;
  verify(request: { header(name: string): string | undefined }): InspectorVerified | Promise<InspectorVerified>;
}

interface InspectorVerified {
  readonly state: 'absent' | 'accepted' | 'rejected';
}

/** How the inspector is served. */
export interface InspectorOptions {
  /** Where its page is; `/inspector` if left out. */
  readonly path?: string | undefined;
  /** Lets only those in whom this accepts: a verifier of `@toolwire/auth`. With it the page is served in production too, and to other machines. */
  readonly auth?: InspectorVerifier | undefined;
  /** Loads what says how model APIs are told of a tool, once somebody asks: `() => import('@toolwire/models/describe')`. */
  readonly models?: (() => ModelsModule | Promise<ModelsModule>) | undefined;
}

/** What of `@toolwire/models/describe` the inspector uses. */
interface ModelsModule {
  readonly describeForModels: DescribeForModels;
}

/** Tells whether nothing of the inspector is served: in production, unless somebody says who may look. */
export function isInspectorOff({ auth }: InspectorOptions): boolean {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, unknown>> } };
  return auth === undefined && process?.env?.['NODE_ENV'] === 'production';
}

/** Where its parts are: the page, what it reads, and what it hears of calls. */
export function inspectorPaths({ path = '/inspector' }: InspectorOptions): InspectorPaths {
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) {
    throw new StartUpError(
      'TW_OPTION_PATH',
      `The path of the inspector is '${path}'. A path starts with '/' and does not end with one, such as '/inspector'.`,
    );
  }
  return { page: path, state: `${path}/state`, feed: `${path}/feed`, models: `${path}/models` };
}

/** The addresses of the inspector's parts. */
export interface InspectorPaths {
  readonly page: string;
  readonly state: string;
  readonly feed: string;
  readonly models: string;
}
