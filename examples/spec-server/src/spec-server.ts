import { documentTools, fixtureTools } from '@toolwire/conformance/fixtures';
import { createMemoryIdempotencyStore } from '@toolwire/idempotency';
import { concurrency } from '@toolwire/limits/stage';
import { createSuiteFixtures } from '@toolwire-examples/mcp-fixtures';
import { consoleLogger, type Logger, type ToolDefinition, type Toolwire, toolwire } from 'toolwire';
import type { Settings } from './settings.ts';

/** What the spec-server serves, and within which limits. */
export type SpecServerOptions = Partial<
  Pick<
    Settings,
    | 'fixtures'
    | 'mcpFixtures'
    | 'auth'
    | 'maxBodyBytes'
    | 'callTimeoutMs'
    | 'maxConcurrency'
    | 'maxStoredAnswers'
    | 'clock'
    | 'workerSecret'
  >
> & { readonly logger?: Logger };

/** The documents' own tools, answering in the documents' own words. */
export function specServer(options: SpecServerOptions = {}): Toolwire {
  const { fixtures = false, mcpFixtures = false, auth, maxBodyBytes, callTimeoutMs, maxConcurrency } = options;
  const { maxStoredAnswers, clock, workerSecret, logger = consoleLogger } = options;
  const suite = mcpFixtures ? createSuiteFixtures({ replaceTools: () => server.replaceTools(tools) }) : undefined;
  const tools: readonly ToolDefinition[] = [
    ...documentTools(() => clock ?? new Date()),
    ...(fixtures ? fixtureTools() : []),
    ...(suite?.tools ?? []),
  ];
  const server: Toolwire = toolwire({
    tools,
    // The text's own answer is "Must be a number", and no more.
    rejectedValues: 'hide',
    limits: {
      ...(maxBodyBytes === undefined ? {} : { bodyBytes: maxBodyBytes }),
      ...(callTimeoutMs === undefined ? {} : { timeoutMs: callTimeoutMs }),
    },
    idempotency:
      maxStoredAnswers === undefined ? {} : { store: createMemoryIdempotencyStore({ maxEntries: maxStoredAnswers }) },
    mcp: suite?.mcp ?? {},
    arcade: workerSecret === undefined ? {} : { workerSecret },
    around: [
      ...(maxConcurrency === undefined ? [] : [concurrency({ server: maxConcurrency })]),
      ...(suite?.around ?? []),
    ],
    logger,
    ...(auth === undefined ? {} : { auth }),
  });
  return server;
}
