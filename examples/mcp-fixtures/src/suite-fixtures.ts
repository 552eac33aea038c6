import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Outcome, Stage, Tool, ToolDefinition } from '@toolwire/core';
import type { McpServingOptions, ResourceDefinition } from '@toolwire/mcp';
import { askingTools } from './asking-tools.ts';
import { changeTools } from './change-tools.ts';
import { contentTools } from './content-tools.ts';
import { formTools } from './form-tools.ts';
import { jobTools, longerThanAtOnceMs } from './job-tools.ts';
import { reportingTools } from './reporting-tools.ts';
import { schemaTools } from './schema-tools.ts';
import { createSuiteOffers } from './suite-offers.ts';

/** Options of `createSuiteFixtures()`. */
export interface SuiteFixturesOptions {
  /** Replaces the tools of the server, which notifies its clients. */
  readonly replaceTools: () => void;
  /** Resources that the server has in addition to the resources of the suite. */
  readonly resources?: readonly ResourceDefinition[];
}

/** Options of a server that the suite passes against. */
export interface SuiteFixtures {
  readonly tools: readonly ToolDefinition[];
  readonly mcp: Pick<McpServingOptions, 'schemas' | 'resources' | 'updates' | 'prompts'>;
  readonly around: readonly Stage<Call & { readonly tool: Tool }>[];
}

/** Creates the tools, prompts and resources that the suite calls by name. */
export function createSuiteFixtures({ replaceTools, resources = [] }: SuiteFixturesOptions): SuiteFixtures {
  const offers = createSuiteOffers(resources);
  return {
    tools: [
      ...contentTools(),
      ...reportingTools(),
      ...schemaTools(),
      ...askingTools(),
      ...formTools(),
      ...jobTools(),
      ...changeTools(replaceTools, offers),
    ],
    // The suite looks for every keyword of a schema.
    mcp: { schemas: 'written', ...offers },
    around: [({ tool }, next) => (tool.name === 'protocol_error_job' ? wait(longerThanAtOnceMs, outOfOrder) : next())],
  };
}

// A failure of a tool is never a protocol error, but a refusal of the server is.
const outOfOrder: Outcome = { kind: 'refused', code: 'internal', message: 'The job is out of order' };
