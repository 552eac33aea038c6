import type { ToolPage } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { createRequestStates, type RequestStates } from '../elicitation/request-state.ts';
import { createSigner, type Signer } from '../elicitation/signer.ts';
import type { MessageContext } from '../json-rpc/requests.ts';
import { createLegacyTasks } from '../tasks/legacy-tasks.ts';
import type { McpTasks } from '../tasks/mcp-tasks.ts';
import { createModernTasks } from '../tasks/modern-tasks.ts';
import { createListing, type Listing } from '../tools/listing.ts';
import { createPageOf, createToolIndex, type PageOf, type ToolIndex } from '../tools/tool-index.ts';
import { type Challenges, noChallenges } from '../tools/www-authenticate.ts';
import { createFeatures } from './create-features.ts';
import type { Features } from './feature.ts';

/** Shared by the methods of both eras. Created once per endpoint or connection. */
export interface ServerContext {
  readonly settings: ServingSettings;
  /** The tools that the caller may see. */
  readonly pageOf: PageOf;
  readonly index: (page: ToolPage) => ToolIndex;
  /** The tool listing. It mentions task support only if the server has tasks. */
  readonly listingFor: (context: MessageContext) => Listing;
  /** Signs what clients store and return. */
  readonly signer: Signer;
  readonly states: RequestStates;
  readonly tasks: McpTasks;
  readonly features: Features;
  readonly challenges: Challenges;
  /** Logs an unexpected error. */
  readonly report: (thrown: unknown) => void;
}

/** Creates the context. Throws for invalid resources and prompts. */
export function createServerContext(settings: ServingSettings, challenges: Challenges = noChallenges): ServerContext {
  const { versions, schemas, pageSize, logger, stateSecrets, stateTtlMs } = settings;
  const index = createToolIndex({ versions, schemas, warn: (fields, message) => logger?.warn(fields, message) });
  const listingOf = (hasTasks: boolean): Listing =>
    createListing({ pageSize, hasTasks, hasSignIn: challenges.hasMetadata, index });
  const listings = { plain: listingOf(false), withTasks: listingOf(true) };
  const pageOf = createPageOf();
  const signer = createSigner(stateSecrets);
  const report: ServerContext['report'] = (thrown) =>
    logger?.warn({ error: describeThrown(thrown) }, 'An MCP request could not be answered');
  return {
    settings,
    pageOf,
    index,
    listingFor: ({ service }) => (service.tasks === undefined ? listings.plain : listings.withTasks),
    signer,
    states: createRequestStates(signer, stateTtlMs),
    tasks: {
      modern: createModernTasks(settings, challenges, report),
      legacy: createLegacyTasks(settings, challenges, report),
    },
    challenges,
    features: createFeatures(settings, pageOf, report),
    report,
  };
}
