import type { NamesOf } from '../options/check-options.ts';
import type { DescribeForModels } from './model-description.ts';

/** Authenticates users of the inspector: a verifier of `@toolwire/auth`. */
interface InspectorVerifier {
  readonly challenge?: string | undefined;
  verify(request: { header(name: string): string | undefined }): InspectorVerified | Promise<InspectorVerified>;
}

interface InspectorVerified {
  readonly state: 'absent' | 'accepted' | 'rejected';
}

// The default path is in `inspector-routes.ts` of `@toolwire/core`.
/** Options of the inspector. */
export interface InspectorOptions {
  /** The path of its page; `/inspector` by default. */
  readonly path?: string | undefined;
  /** Authenticates users: a verifier of `@toolwire/auth`. With it, the page is also served in production and to other machines. */
  readonly auth?: InspectorVerifier | undefined;
  /** Loads the descriptions for model APIs on demand: `() => import('@toolwire/models/describe')`. */
  readonly models?: (() => ModelsModule | Promise<ModelsModule>) | undefined;
}

/** The names of the options of the inspector. */
export const inspectorOptionNames: NamesOf<InspectorOptions> = { path: true, auth: true, models: true };

/** The part of `@toolwire/models/describe` that the inspector uses. */
export interface ModelsModule {
  readonly describeForModels: DescribeForModels;
}

/** Whether the inspector is off: in production without `auth`. */
export function isInspectorOff({ auth }: InspectorOptions): boolean {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, unknown>> } };
  return auth === undefined && process?.env?.['NODE_ENV'] === 'production';
}
