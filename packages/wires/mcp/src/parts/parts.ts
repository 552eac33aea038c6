import { andThen, type MaybePromise } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { createRequestStates, type RequestStates } from '../asking/request-state.ts';
import { createListing, type Listing } from '../listing/listing.ts';
import { createPageKeeper } from '../listing/page-keeper.ts';
import { createToolIndex, type ToolIndex } from '../listing/tool-index.ts';
import type { Offers } from '../offers/offer.ts';
import { type Challenges, noChallenges } from '../results/challenges.ts';
import type { MessageContext } from '../rpc/context.ts';
import type { ServingSettings } from '../settings/options.ts';
import { createTaskSupport } from '../tasks/create-task-support.ts';
import type { TaskSupport } from '../tasks/task-support.ts';
import { createOffers } from './create-offers.ts';

/** What the methods of both eras share; made once for an endpoint or a connection. */
export interface Parts {
  readonly settings: ServingSettings;
  /** The tools that the sender of a message may see. */
  readonly pageOf: (context: MessageContext) => MaybePromise<ToolPage>;
  readonly index: (page: ToolPage) => ToolIndex;
  /** The listing of the tools of a server, which says of each whether it may go on as a task where there are any. */
  readonly listingFor: (context: MessageContext) => Listing;
  readonly states: RequestStates;
  readonly tasks: TaskSupport;
  /** What there is beside tools. */
  readonly offers: Offers;
  readonly challenges: Challenges;
  /** Tells the log of what should not have happened. */
  readonly report: (thrown: unknown) => void;
}

/** Makes the parts. */
export function createParts(settings: ServingSettings, challenges: Challenges = noChallenges): Parts {
  const { versions, schemas, pageSize, logger, stateSecret, stateTtlMs } = settings;
  const index = createToolIndex({ versions, schemas, warn: (fields, message) => logger?.warn(fields, message) });
  const listingOf = (hasTasks: boolean): Listing =>
    createListing({ pageSize, hasTasks, hasSignIn: challenges !== noChallenges, index });
  const listings = { plain: listingOf(false), withTasks: listingOf(true) };
  const keep = createPageKeeper();
  // MCP-LIST-02: by who asks, and by nothing that was said before.
  const pageOf: Parts['pageOf'] = (context) => andThen(context.service.page(context), keep);
  const report: Parts['report'] = (thrown) =>
    logger?.warn({ error: describeThrown(thrown) }, 'An MCP request could not be answered');
  return {
    settings,
    pageOf,
    index,
    listingFor: ({ service }) => (service.tasks === undefined ? listings.plain : listings.withTasks),
    states: createRequestStates(stateSecret, stateTtlMs),
    tasks: createTaskSupport(settings, challenges),
    challenges,
    offers: createOffers(settings, pageOf, report),
    report,
  };
}
