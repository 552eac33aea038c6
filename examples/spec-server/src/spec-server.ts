import { documentTools, fixtureTools } from '@toolwire/conformance/fixtures';
import { createMemoryIdempotencyStore } from '@toolwire/idempotency';
import { concurrency } from '@toolwire/limits/stage';
import { consoleLogger, type Logger, type Toolwire, toolwire } from 'toolwire';
import type { Settings } from './settings.ts';

/** What the spec-server serves, and within which limits. */
export type SpecServerOptions = Partial<
  Pick<
    Settings,
    | 'fixtures'
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
  const { fixtures = false, auth, maxBodyBytes, callTimeoutMs, maxConcurrency, maxStoredAnswers } = options;
  const { clock, workerSecret, logger = consoleLogger } = options;
  return toolwire({
    tools: [...documentTools({ clock: () => clock ?? new Date() }), ...(fixtures ? fixtureTools() : [])],
    // The text's own answer is "Must be a number", and no more.
    rejectedValues: 'hide',
    limits: {
      ...(maxBodyBytes === undefined ? {} : { bodyBytes: maxBodyBytes }),
      ...(callTimeoutMs === undefined ? {} : { timeoutMs: callTimeoutMs }),
    },
    idempotency:
      maxStoredAnswers === undefined ? {} : { store: createMemoryIdempotencyStore({ maxEntries: maxStoredAnswers }) },
    arcade: workerSecret === undefined ? {} : { workerSecret },
    around: maxConcurrency === undefined ? [] : [concurrency({ server: maxConcurrency })],
    logger,
    ...(auth === undefined ? {} : { auth }),
  });
}
