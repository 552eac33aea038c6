import { checkRoutePath } from './check-options.ts';
import type { DescribeForModels } from './model-description.ts';

/** Authenticates users of the inspector: a verifier of `@toolwire/auth`. */
interface InspectorVerifier {
  readonly challenge?: string | undefined;
  verify(request: { header(name: string): string | undefined }): InspectorVerified | Promise<InspectorVerified>;
}

interface InspectorVerified {
  readonly state: 'absent' | 'accepted' | 'rejected';
}

/** Options of the inspector. */
export interface InspectorOptions {
  /** The path of its page; `/inspector` by default. */
  readonly path?: string | undefined;
  /** Authenticates users: a verifier of `@toolwire/auth`. With it, the page is also served in production and to other machines. */
  readonly auth?: InspectorVerifier | undefined;
  /** Loads the descriptions for model APIs on demand: `() => import('@toolwire/models/describe')`. */
  readonly models?: (() => ModelsModule | Promise<ModelsModule>) | undefined;
}

/** The part of `@toolwire/models/describe` that the inspector uses. */
interface ModelsModule {
  readonly describeForModels: DescribeForModels;
}

/** Whether the inspector is off: in production without `auth`. */
export function isInspectorOff({ auth }: InspectorOptions): boolean {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, unknown>> } };
  return auth === undefined && process?.env?.['NODE_ENV'] === 'production';
}

/** The paths of the page and of its data. */
export function inspectorPaths({ path = '/inspector' }: InspectorOptions): InspectorPaths {
  checkRoutePath('inspector.path', path, '/inspector');
  const below = (name: string): string => `${path}/${name}`;
  return { page: path, state: below('state'), feed: below('feed'), models: below('models'), tasks: below('tasks') };
}

/** The paths of the inspector. */
export interface InspectorPaths {
  readonly page: string;
  readonly state: string;
  readonly feed: string;
  readonly models: string;
  readonly tasks: string;
}
